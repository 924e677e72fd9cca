import fc from 'fast-check';
import {
  cutCues,
  formatSrt,
  formatWebVtt,
  parseWebVtt,
  readCaptions,
  wordsOfCue,
  type Cue,
} from '../index.ts';

const limits = { maxCues: 100, maxTextLength: 500 };
const fileOf = (payload: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n${payload}\n`;
const spoken: Cue = { start: 1, end: 4, text: 'Hello <you>\nthere', wordStarts: [1.2, 2, 3.5] };

test('starts of words are timestamps before them', () => {
  const vtt = formatWebVtt([spoken]);
  expect(vtt).toBe(fileOf('<00:00:01.200>Hello <00:00:02.000>&lt;you&gt;\n<00:00:03.500>there'));
  expect(parseWebVtt(vtt)).toEqual([spoken]);
  // SubRip has none.
  expect(formatSrt([spoken])).toContain('\r\nHello <\u2060you>\r\nthere\r\n');
});

test('the first word of a cue starts with it without a timestamp', () => {
  const vtt = formatWebVtt([{ ...spoken, wordStarts: [1, 2, 3.5], speaker: 'Ann' }]);
  expect(vtt).toBe(fileOf('<v Ann>Hello <00:00:02.000>&lt;you&gt;\n<00:00:03.500>there'));
  expect(parseWebVtt(vtt)[0]).toMatchObject({ wordStarts: [1, 2, 3.5], speaker: 'Ann' });
});

test.each<[string, number[]]>([
  ['are too few', [1, 2]],
  ['fall', [1, 3, 2]],
  ['are the same', [1, 2, 2.0001]],
  ['begin before the cue', [0.9, 2, 3]],
  ['are at its end', [1, 2, 4]],
  ['are no numbers', [1, NaN, 3]],
])('starts that %s are left out', (_, wordStarts) => {
  expect(formatWebVtt([{ ...spoken, wordStarts }])).toBe(fileOf('Hello &lt;you&gt;\nthere'));
});

const starts = (payload: string) =>
  parseWebVtt(fileOf(payload)).map(({ text, wordStarts }) => [text, wordStarts]);

test.each<[string, string, number[] | undefined]>([
  ['of YouTube', 'Hello<00:00:02.000><c> you</c><00:00:03.000><c> there</c>', [1, 2, 3]],
  ['without hours', '<00:01.500>Hello <00:02.000>you <00:03.000>there', [1.5, 2, 3]],
  ['of a space, then of the word', 'Hello<00:01.900> <00:02.000>you <00:03.000>there <00:03.900>', [1, 2, 3]],
  ['that are not before each word', 'Hello <00:02.000>you there', undefined],
  ['inside a word', 'Hello <00:02.000>yo<00:02.500>u <00:03.000>there', undefined],
  ['inside a reference', 'Hello <00:02.000>y&#1<00:02.500>11;u <00:03.000>there', undefined],
  ['that fall', 'Hello <00:03.000>you <00:02.000>there', undefined],
  ['after the cue', 'Hello <00:02.000>you <00:05.000>there', undefined],
  ['of no word', '<00:02.000>Hello you there', undefined],
])('timestamps %s', (_, payload, wordStarts) => {
  expect(starts(payload)).toEqual([['Hello you there', wordStarts]]);
  // Captions of people are read as those of machines.
  expect(readCaptions(fileOf(payload), limits).cues[0]?.wordStarts).toEqual(wordStarts);
});

test('the label of a speaker takes its times with it', () => {
  const [first] = readCaptions(fileOf('Ann <00:01.500>Lee: <00:02.000>Hello <00:03.000>you'), limits).cues;
  expect(first).toMatchObject({ speaker: 'Ann Lee', text: 'Hello you', wordStarts: [2, 3] });
  const [other] = readCaptions(fileOf('[speaker_1] <00:02.000>Hello <00:03.000>you'), limits).cues;
  expect(other).toMatchObject({ speaker: 'Speaker 1', wordStarts: [2, 3] });
});

test('unseen characters that may be words leave no times', () => {
  const [cue] = readCaptions(fileOf('Hello <00:02.000>\u2060 <00:03.000>you'), limits).cues;
  expect(cue).toEqual({ start: 1, end: 4, text: 'Hello  you' });
});

test('a word lasts until the next one starts or a pause, and characters without spaces share it', () => {
  const words = wordsOfCue({ start: 0, end: 5, text: 'oh well 日本', wordStarts: [0.5, 1, 4.5] });
  expect(words.map(({ text, start, end }) => [text, start, end])).toEqual([
    ['oh', 0.5, 1],
    ['well', 1, 2.5],
    ['日', 4.5, 4.75],
    ['本', 4.75, 5],
  ]);
});

test.each<[number, number, Omit<Cue, 'start' | 'end'>[]]>([
  [0, 10, [{ text: 'Hello <you>\nthere', wordStarts: [1.2, 2, 3.5] }]],
  [1.5, 3.4, [{ text: 'Hello <you>', wordStarts: [0, 0.5] }]],
  [1.75, 9, [{ text: '<you>\nthere', wordStarts: [0.25, 1.75] }]],
  [3.9, 9, []],
])('of a span from %d to %d, starts of words are relative to it', (from, to, cut) => {
  const cues = cutCues([spoken], { from, to });
  expect(cues.map(({ start: _start, end: _end, ...cue }) => cue)).toEqual(cut);
  // None is before its cue, or out of order.
  expect(parseWebVtt(formatWebVtt(cues))).toEqual(cues);
});

const anyTimed = fc
  .record({
    start: fc.nat({ max: 400 * 3_600_000 }),
    text: fc
      .array(
        fc.oneof(
          fc.constantFrom('&', '<', '-->', '\n', ' ', '\u00a0', '\0'),
          fc.string({ unit: 'grapheme' }),
        ),
      )
      .map((parts) => parts.join('')),
    steps: fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 60, maxLength: 60 }),
    hasFirst: fc.boolean(),
  })
  .map(({ start, text, steps, hasFirst }): Cue => {
    let at = start - (hasFirst ? (steps[0] ?? 0) : 0);
    const times = (text.replaceAll('\0', 'x').match(/\S+/g) ?? []).map(
      (_, word) => (at += steps[word % 60] ?? 1),
    );
    return {
      start: start / 1_000,
      end: (Math.max(at, start) + 5) / 1_000,
      text,
      wordStarts: times.map((time) => time / 1_000),
    };
  });

test('property: times of words come back', () => {
  let count = 0;
  fc.assert(
    fc.property(anyTimed, (cue) => {
      const [read] = parseWebVtt(formatWebVtt([cue]));
      const { wordStarts = [] } = cue;
      if (!read) return;
      // One word at the start of its cue needs none.
      const isPlain = wordStarts.length === 1 && wordStarts[0] === cue.start;
      expect(read.wordStarts).toEqual(isPlain ? undefined : wordStarts);
      count += wordStarts.length;
    }),
    { numRuns: 500 },
  );
  expect(count).toBeGreaterThan(500);
});
