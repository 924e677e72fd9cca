import type { VideoRecord } from '@vault/contracts';
import { formatWebVtt } from '@vault/webvtt';
import { viewMoment } from './moment-view.ts';

const vtt = formatWebVtt([
  { start: 0, end: 10, text: 'Welcome.', speaker: 'Ann' },
  { start: 10, end: 20, text: 'To our talk.', speaker: 'Ann' },
  { start: 20, end: 30, text: '[unclear]', speaker: 'Bo' },
  { start: 30, end: 40, text: 'Thank you.', speaker: 'Bo' },
]);
const chapter = { start: '00:00:00', title: 'Start', summary: '', quote: [] };
const record = { title: 'Talk', duration: 60, streamUrl: '', thumbnail: '', vtt, chapters: [chapter] };
const view = (kind: string, start: number, end: number, own: object = {}) =>
  viewMoment({ kind, start, end } as never, { ...record, ...own } as unknown as VideoRecord);

test('a line names its speaker where it is another one', () => {
  expect(view('span', 0, 60).lines).toEqual([
    { at: 0, to: 10, text: 'Welcome.', speaker: 'Ann' },
    { at: 10, to: 20, text: 'To our talk.' },
    { at: 30, to: 40, text: 'Thank you.', speaker: 'Bo' },
  ]);
});

test('a quote has its speaker', () => {
  const quote = [{ quote: 'Thanks!', timecode: '00:00:30', speaker: 'Cy' }];
  expect(view('quote', 30, 40, { chapters: [{ ...chapter, quote }] })).toMatchObject({
    quote: 'Thanks!',
    speaker: 'Cy',
  });
});

test('words without a quote have a speaker when one person says them', () => {
  expect(view('quote', 0, 20)).toMatchObject({ quote: 'Welcome. To our talk.', speaker: 'Ann' });
  expect(view('quote', 10, 40)).toMatchObject({ speaker: undefined });
  expect(view('span', 0, 20)).toMatchObject({ quote: undefined, speaker: undefined });
  expect(view('quote', 50, 60)).toMatchObject({ quote: undefined, speaker: undefined });
});
