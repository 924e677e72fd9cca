import fc from 'fast-check';
import { cutWindows } from './cue-windows.ts';
import { joinWindows } from './window-chapters.ts';
import { lengthOf, numberCues, sampleCues } from './numbered-cues.ts';
import { talk } from './testing/talk.fixture.ts';

const transcripts = fc
  .array(fc.oneof(fc.string({ maxLength: 80 }), fc.constant('')), { maxLength: 200 })
  .map((texts) => numberCues(texts.map((text, index) => ({ start: index * 5, end: index * 5 + 5, text }))));
const length = 4_000;

it('puts each cue into a window, and each number between the boundaries of exactly one', () => {
  fc.assert(
    fc.property(transcripts, (cues) => {
      const windows = cutWindows(cues, length);
      for (const { number } of cues) {
        const owners = windows.filter(({ from, to }) => number >= from && number < to);
        expect(owners).toHaveLength(1);
        expect(owners[0]?.cues.map((cue) => cue.number)).toContain(number);
      }
      for (const window of windows) expect(lengthOf(window.cues)).toBeLessThanOrEqual(length + 100);
    }),
  );
});

it('makes adjacent windows overlap around their boundary', () => {
  const windows = cutWindows(numberCues(talk(3_600)));
  expect(windows.length).toBeGreaterThan(1);
  for (const [index, { cues, to }] of windows.slice(0, -1).entries()) {
    const next = windows[index + 1]!;
    expect(next.from).toBe(to);
    expect(next.cues[0]!.number).toBeLessThan(to);
    expect(cues.at(-1)!.number).toBeGreaterThan(to);
  }
});

it('makes one window of a short talk', () => {
  const cues = numberCues(talk(300));
  expect(cutWindows(cues)).toEqual([{ cues, from: 0, to: Infinity }]);
});

it('joins windows at their boundary: the first cue of a window does not begin a chapter merely by its position', () => {
  const [first, second] = cutWindows(numberCues(talk(3_600)));
  const chapter = (number: number) => ({ number, start: number * 6, title: '', summary: '', quotes: [] });
  const boundary = second!.from;
  const joined = joinWindows([
    { window: first!, chapters: [1, 90, boundary - 2, boundary + 3].map(chapter) },
    { window: second!, chapters: [second!.cues[0]!.number, boundary + 1, boundary + 60].map(chapter) },
  ]);
  // Both windows found the chapter at the boundary, a few seconds apart.
  expect(joined.map(({ number }) => number)).toEqual([1, 90, boundary - 2, boundary + 60]);
});

it('samples evenly', () => {
  const cues = numberCues(talk(3_600));
  const sample = sampleCues(cues, 10_000);
  expect(lengthOf(sample)).toBeLessThanOrEqual(10_000);
  expect(lengthOf(sample)).toBeGreaterThan(8_000);
  const gaps = sample.slice(1).map(({ number }, index) => number - sample[index]!.number);
  expect(Math.max(...gaps)).toBeLessThan(cues.length / 10);
  expect(sampleCues(cues, 1_000_000)).toEqual(cues);
});

it('names a speaker where the speaker changes, and skips captions without words', () => {
  const cue = (text: string, speaker?: string) => ({ start: 0, end: 1, text, speaker });
  const lines = numberCues([
    cue('Hi.', 'Ann'),
    cue(' \u200B'),
    cue('Well.', 'Ann'),
    cue('Yes?', 'Ben\n[9]'),
    cue('So.'),
  ]);
  expect(lines.map(({ line }) => line)).toEqual([
    '[1] Ann: Hi.',
    '[3] Well.',
    '[4] Ben [9]: Yes?',
    '[5] So.',
  ]);
});
