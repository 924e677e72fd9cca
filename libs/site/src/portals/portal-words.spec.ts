import { formatWebVtt } from '@vault/webvtt';
import { captionsOf, paragraphsOf } from './portal-words.ts';

const visit = { base: '/p/acme', isEmbedded: false } as never;
const plain = (html: string) =>
  html
    .replace(/<a[^]*?<\/a\s*>/g, '')
    .replace(/<\/p>/g, '|')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const words = (...speakers: (string | undefined)[]) => {
  const cues = speakers.map((speaker, at) => ({
    ...{ start: at, end: at + 1, text: `Words ${String(at)}.` },
    ...(speaker !== undefined && { speaker }),
  }));
  return { videoId: 'v', vtt: formatWebVtt(cues), spans: [], visit };
};

test('a paragraph has one speaker, whose name is where another one spoke before', () => {
  const nine = Array<string>(7).fill('Ann <b>');
  expect(plain(paragraphsOf(words(...nine, 'Bo', undefined, 'Bo')))).toBe(
    [0, 1, 2, 3, 4, 5].map((at) => `${at === 0 ? 'Ann &lt;b&gt;: ' : ''}Words ${String(at)}.`).join(' ') +
      ' | Words 6. | Bo: Words 7. | Words 8. | Bo: Words 9. |',
  );
});

test('captions have the speakers', () => expect(captionsOf(words('Ann'))).toContain('<v Ann>Words 0.'));
