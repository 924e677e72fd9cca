import { formatWebVtt, unclearText } from '@vault/webvtt';
import { toIndexedContent } from './to-indexed-content.ts';

test('a line that is unclear has no words to find', () => {
  const vtt = formatWebVtt([
    { start: 1, end: 2, text: 'Soil holds water.' },
    { start: 2, end: 5, text: unclearText },
    { start: 5, end: 6, text: 'The roots need it.' },
  ]);
  const { transcript, lineStarts } = toIndexedContent({} as never, { vtt, chapters: [] } as never);
  expect(transcript).toBe('Soil holds water.\nThe roots need it.');
  expect(lineStarts).toEqual([1, 5]);
});
