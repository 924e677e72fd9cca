/** @jest-environment node */
import { parseWebVtt } from '@vault/webvtt';
import fc from 'fast-check';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { formatTimeCode } from '../../../lib/format/format-duration.ts';
import { chaptersVtt } from './chapters-vtt.ts';

function track(titles: readonly { readonly from: number; readonly title: string }[], duration: number) {
  const chapters = titles.map(({ from, title }) => ({
    start: formatTimeCode(from),
    title,
    summary: '',
    search: '',
    quote: [],
  }));
  return parseWebVtt(chaptersVtt(chapterSpans(chapters, duration)));
}

test('each chapter is a cue that ends at the start of the next', () => {
  expect(
    track(
      [
        { from: 0, title: 'Welcome' },
        { from: 300, title: 'R&D --> <b>sales</b>\nnow' },
      ],
      1200.5,
    ),
  ).toEqual([
    { start: 0, end: 300, text: 'Welcome' },
    { start: 300, end: 1200.5, text: 'R&D --> <b>sales</b> now' },
  ]);
});

test('property: every title is parsed back unchanged', () => {
  const titles = fc.array(
    fc.oneof(
      fc.constantFrom('-->', '<v A>', '&amp;', 'NOTE', 'x\n\ny', '00:01.000 --> 00:02.000'),
      fc.string(),
    ),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(titles, fc.nat({ max: 200 }), (all, duration) => {
      const named = all.map((title, index) => ({ from: index * 20, title: `T ${title}` }));
      const cues = track(named, duration);
      expect(cues.map(({ text }) => text)).toEqual(
        named.map(({ title }) => title.replace(/\n+/g, ' ').trim()),
      );
      for (const { start, end } of cues) expect(end).toBeGreaterThan(start);
    }),
  );
});
