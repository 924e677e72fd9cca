import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { cuesOfSegments } from './cues-of-segments.ts';
import type { TextSegment } from './words/heard-words.ts';

/** Sound from second 1 to 5 and from 10 to 15. */
const piece = {
  start: 0.8,
  end: 15.2,
  utterances: [
    { start: 40, end: 260, middle: 150, spoken: [[50, 250]] as [number, number][] },
    { start: 490, end: 760, middle: 600, spoken: [[500, 750]] as [number, number][] },
  ],
};
const cuesOf = (...segments: TextSegment[]) =>
  cuesOfSegments(segments, piece).map(({ start, end, text }) => `${String(start)}-${String(end)} ${text}`);
const at = (start: number, end: number, text: string) => ({ start, end, text });

test.each<[string, TextSegment[], string[]]>([
  ['in their order', [at(10, 13, ' Two.'), at(1, 4, 'One. ')], ['1-4 One.', '10-13 Two.']],
  ['no words in silence', [at(1, 4, 'One.'), at(6, 9, 'Thanks for watching!')], ['1-4 One.']],
  ['each time once', [at(1, 4, 'One.'), at(2, 5, 'Two.')], ['1-4 One.', '4-5 Two.']],
  ['no time outside of the piece', [at(-3, 2, 'One.'), at(14, 400, 'Two.')], ['1-2 One.', '14-15 Two.']],
  ['no impossible times', [at(4, 2, 'One.'), at(NaN, 3, 'Two.'), at(3, NaN, 'Three.')], []],
  ['no markup and no empty texts', [at(1, 3, '<i>One</i>\n more'), at(3, 5, ' ')], ['1-3 One more']],
  [
    'no loop at the end of a text',
    [at(1, 5, `We begin. ${'Thank you '.repeat(99)}`)],
    ['1-5 We begin. Thank you Thank you Thank you'],
  ],
  [
    'a repeated text three times at most',
    [1, 2, 3, 4].map((start) => at(start, start + 1, 'Yes.')),
    ['1-2 Yes.', '2-3 Yes.', '3-4 Yes.'],
  ],
])('cues have %s', (_, segments, cues) => expect(cuesOf(...segments)).toEqual(cues));

test('a text without times is divided over the sound, at most 84 characters each', () => {
  const text = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    .map((name) => `${name} is here for you.`)
    .join(' ');
  const cues = cuesOfSegments([at(piece.start, piece.end, text)], piece);
  expect(cues.map((cue) => cue.text).join(' ')).toBe(text);
  expect(cues.length).toBeGreaterThan(1);
  for (const cue of cues) expect(cue.text.length).toBeLessThanOrEqual(84);
});

test('words with times are the edges of cues, and have their starts', () => {
  const words = [at(1.4, 1.7, 'one'), at(1.8, 3.3, 'two')];
  const cuesWith = (text: string, some = words) => cuesOfSegments([at(1, 4, text)], piece, some);
  expect(cuesWith('One two.')).toEqual([{ ...at(1.4, 3.3, 'One two.'), wordStarts: [1.4, 1.8] }]);
  expect(cuesWith('One two three.')).toEqual([at(1, 4, 'One two three.')]);
  expect(cuesWith('One two.', [at(9, 10, 'one'), words[1]!])).toEqual([at(1, 4, 'One two.')]);
});

test('a cue that begins with the end of the one before has no times of words before it', () => {
  const segments = [at(1, 3, 'One.'), at(2.8, 5, 'Two three.')];
  const words = [at(1, 3, 'One'), at(2.8, 3.4, 'Two'), at(4, 5, 'three')];
  expect(cuesOfSegments(segments, piece, words)).toEqual([
    { ...at(1, 3, 'One.'), wordStarts: [1] },
    at(3, 5, 'Two three.'),
  ]);
});

test('after a loop of the recogniser, words have their times again', () => {
  const loop = 'Thank you '.repeat(400);
  const looped = loop
    .trim()
    .split(' ')
    .map((word, index) => at(1 + index / 400, 1 + (index + 1) / 400, word));
  const words = [...looped, at(10.2, 11, 'Two'), at(11.5, 13, 'three.')];
  const segments = [at(1, 3, loop), at(10, 14, 'Two three.')];
  expect(cuesOfSegments(segments, piece, words).at(-1)).toEqual({
    ...at(10.2, 13, 'Two three.'),
    wordStarts: [10.2, 11.5],
  });
});

/** What a broken or hostile recogniser may write, again and again. */
const hostile = [
  '<a',
  '</a ',
  'a ',
  '. ',
  '.',
  'w',
  ' ',
  '<i>',
  '"',
  ', ',
  'Ja. Nein! ',
  '語',
  '\n',
  '\ud800',
];
const distinct = (length: number) =>
  Array.from({ length: length / 8 }, (_, index) => `w${String(index)}`.padEnd(7, 'x')).join(' ');

test('fast speech is kept, and a text that nobody can say in its time is cut before a word', () => {
  const fast = 'supercalifragilistic '.repeat(20).trim();
  expect(cuesOf(at(1, 5, fast)).join(' ')).toContain('supercalifragilistic');
  const spoken = Array.from({ length: 60 }, (_, index) => `word${String(index)}`).join(' ');
  const textOf = (text: string) =>
    cuesOfSegments([at(1, 5, text)], piece)
      .map((cue) => cue.text)
      .join(' ');
  expect(textOf(spoken)).toBe(spoken);
  const long = distinct(200_000);
  const cut = textOf(long);
  expect(long.startsWith(`${cut} `)).toBe(true);
  expect(cut.length).toBeGreaterThan(500);
  expect(cut.length).toBeLessThanOrEqual(560);
});

test('property: whatever a recogniser answers, cues lie in the sound, in their order, with no more than can be said', () => {
  const time = fc.oneof(fc.double({ min: -5, max: 20 }), fc.constantFrom(NaN, Infinity, -Infinity, 0, 1e300));
  const text = fc
    .array(fc.tuple(fc.constantFrom(...hostile), fc.nat({ max: 400 })), { maxLength: 4 })
    .map((runs) => runs.map(([unit, times]) => unit.repeat(times)).join(''));
  const segments = fc.array(fc.record({ start: time, end: time, text }), { maxLength: 20 });
  fc.assert(
    fc.property(segments, segments, (all, words) => {
      const cues = cuesOfSegments(all, piece, words);
      expect(cues.reduce((sum, cue) => sum + cue.text.length, 0)).toBeLessThanOrEqual(976);
      for (const [index, cue] of cues.entries()) {
        expect(cue.end).toBeGreaterThan(cue.start);
        expect(cue.start).toBeGreaterThanOrEqual(cues[index - 1]?.end ?? 0);
      }
    }),
  );
});

test.each<[string, string, 'one' | 'many']>([
  ['brackets', '<a', 'one'],
  ['a loop', 'a ', 'one'],
  ['empty sentences', '. ', 'one'],
  ['distinct words', distinct(300_000), 'one'],
  ['short sentences', 'Ja. Nein! ', 'many'],
  ['one word', '語', 'many'],
])('twice as much text and time takes about twice the work: %s', (_, unit, count) => {
  const text = unit.repeat(300_000 / unit.length);
  const prepare = (size: number) => {
    const seconds = size / 40;
    const spoken: [number, number][] = [[0, seconds * 50]];
    const utterance = { start: 0, end: seconds * 50, middle: seconds * 25, spoken };
    const segments = Array.from({ length: count === 'one' ? 1 : size / 100 }, (_, index) =>
      count === 'one'
        ? at(0, seconds, text.slice(0, size))
        : at(index * 2.5, index * 2.5 + 2.5, text.slice(index * 100, index * 100 + 100)),
    );
    return { segments, of: { start: 0, end: seconds, utterances: [utterance] } };
  };
  const work = ({ segments, of }: ReturnType<typeof prepare>) => cuesOfSegments(segments, of, segments);
  expect(doublingRatio(150_000, prepare, work)).toBeLessThan(linearRatio);
});
