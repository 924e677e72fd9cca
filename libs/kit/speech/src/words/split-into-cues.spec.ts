import fc from 'fast-check';
import { framesPerSecond } from '../sound/loudness.ts';
import { splitIntoCues } from './split-into-cues.ts';

const second = (count: number, from = 0): number[] =>
  Array.from({ length: count * framesPerSecond }, (_, at) => from * framesPerSecond + at);
const texts = (text: string, seconds: number): string[] =>
  splitIntoCues(text, second(seconds)).map((cue) => cue.text);

test('a short text is one cue over all spoken frames', () => {
  expect(splitIntoCues('  Hello \n there. ', second(2, 10))).toEqual([
    { start: 10, end: 12, text: 'Hello there.' },
  ]);
  expect(splitIntoCues(' ', second(2))).toEqual([]);
  expect(splitIntoCues('Hello', [])).toEqual([]);
});

test('long sentences are cues of their own, short ones share a cue', () => {
  expect(texts('This is the first of two sentences. This is the second of two sentences.', 6)).toEqual([
    'This is the first of two sentences.',
    'This is the second of two sentences.',
  ]);
  expect(texts('Yes. No. Maybe so.', 3)).toEqual(['Yes. No. Maybe so.']);
});

test('a long sentence is cut at a comma near its middle', () => {
  const text =
    'When the summer is very dry and hot for many weeks, the roots of every plant have to look for water deep below.';
  expect(texts(text, 6)[0]).toBe('When the summer is very dry and hot for many weeks,');
});

test('no cue covers a pause', () => {
  const cues = splitIntoCues('These are the words before it. These are the words after it.', [
    ...second(2),
    ...second(2, 8),
  ]);
  expect(cues.map(({ start, end }) => [start, end])).toEqual([
    [0, 2],
    [8, 10],
  ]);
});

test('a text without spaces is cut between its words and sentences, and no line begins with its punctuation', () => {
  const text =
    '皆さんこんにちは。今日は価格についてお話しします。小さな会社にとって、価格はいちばん速く効く手段です。';
  const lines = texts(text.repeat(2), 20);
  expect(lines.join('')).toBe(text.repeat(2));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    expect(line).not.toMatch(/^[。、ー]/);
    expect(line.length).toBeLessThanOrEqual(42);
  }
  const thai = 'วันนี้เราจะพูดถึงเรื่องราคาสินค้าของบริษัทขนาดเล็กและวิธีการตั้งราคาที่เหมาะสมสำหรับลูกค้าทุกคน';
  expect(texts(thai, 12).join('')).toBe(thai);
  expect(texts(thai, 12).length).toBeGreaterThan(1);
});

const anyText = fc
  .array(fc.stringMatching(/^[a-z]{1,12}[.,?!]?$/), { minLength: 1, maxLength: 80 })
  .map((words) => words.join(' '));
const spokenFrames = fc
  .tuple(fc.nat({ max: 5000 }), fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 10, maxLength: 600 }))
  .map(([first, steps]) => {
    let at = first;
    return steps.map((step) => (at += step > 38 ? step : 1));
  });

test('property: cues have all words in order, lie within the spoken frames and do not overlap', () => {
  fc.assert(
    fc.property(anyText, spokenFrames, (text, spoken) => {
      const cues = splitIntoCues(text, spoken);
      expect(cues.map((cue) => cue.text).join(' ')).toBe(text);
      expect(cues[0]?.start).toBe((spoken[0] ?? 0) / framesPerSecond);
      expect(cues.at(-1)?.end).toBe(((spoken.at(-1) ?? 0) + 1) / framesPerSecond);
      for (const [at, cue] of cues.entries()) {
        expect(cue.end).toBeGreaterThan(cue.start);
        expect(cues[at + 1]?.start ?? Infinity).toBeGreaterThanOrEqual(cue.end);
      }
    }),
  );
});

test('property: at speaking speed no cue exceeds 84 characters', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const seconds = Math.ceil(text.length / 15) + 1;
      for (const cue of splitIntoCues(text, second(seconds))) {
        expect(cue.text.length).toBeLessThanOrEqual(84);
        expect(cue.end - cue.start).toBeLessThanOrEqual(7);
      }
    }),
  );
});
