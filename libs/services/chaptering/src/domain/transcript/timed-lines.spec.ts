import { unclearText, withoutWordStarts } from '@vault/webvtt';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import type { Cue } from '../chapters/chapter.ts';
import { foldCues } from '../chapters/folded-words.ts';
import { shownLines, spokenLines, timedLines } from './timed-lines.ts';
import { findSaid, verifyQuote } from '../chapters/verify-quote.ts';

const recognised: Cue[] = [
  { start: 10, end: 16, text: 'Well, we met tommy the picket', wordStarts: [10, 12, 12.5, 13, 14, 14.2] },
  { start: 16, end: 20, text: 'who wrote it.', wordStarts: [16.5, 18, 19] },
  { start: 20, end: 24, text: 'Thank you.' },
];
const [first, second, third] = recognised as [Cue, Cue, Cue];
const line = (start: number, end: number, text: string): Cue => ({ start, end, text });
const startsOf = (...lines: Cue[]) =>
  timedLines(lines, recognised).map(({ wordStarts }) =>
    wordStarts?.map((time) => Math.round(time * 100) / 100),
  );

describe(timedLines, () => {
  it.each<[string, Cue[], (number[] | undefined)[]]>([
    ['of a line as recognised', [first, third], [first.wordStarts, undefined] as number[][]],
    ['of a restored line', [line(16, 20, 'who wrote it.')], [[16.5, 18, 19]]],
    ['of a line with other signs', [line(16, 20, 'Who wrote it?')], [[16.5, 18, 19]]],
    [
      'of a mended word and the others',
      [line(10, 16, 'Well, we met Piketty the picket')],
      [[10, 12, 12.5, 13, 14, 14.2]],
    ],
    // Other words are between these.
    [
      'of the first of more words in the place of some',
      [line(10, 16, 'Well, we met Bobby Lee Smith, the picket')],
      [[10, 12, 12.5, 13, 13.35, 13.59, 14, 14.2]],
    ],
    ['where a word was added', [line(16, 20, 'who really wrote it.')], [[16.5, 17.05, 18, 19]]],
    ['where a word was removed', [line(16, 20, 'wrote it.')], [[18, 19]]],
    [
      'of the halves of a split line',
      [line(10, 12.4, 'Well, we'), line(12.4, 16, 'met tommy the picket')],
      [
        [10, 12],
        [12.5, 13, 14, 14.2],
      ],
    ],
    [
      'of joined lines',
      [line(10, 20, 'Well, we met tommy the picket who wrote it.')],
      [[10, 12, 12.5, 13, 14, 14.2, 16.5, 18, 19]],
    ],
    [
      'of words outside of a shorter line only by the others',
      [line(17, 20, 'who wrote it.')],
      [[17, 18, 19]],
    ],
    ['of no other words', [line(16, 20, 'we said something else')], [undefined]],
    ['of no line elsewhere', [line(30, 34, 'who wrote it.')], [undefined]],
  ])('has the times %s', (_, lines, starts) => expect(startsOf(...lines)).toEqual(starts));

  it('leaves lines alone where the recogniser gave no times', () => {
    const lines = [line(20, 24, 'Thank you all.')];
    expect(timedLines(lines, [third])).toBe(lines);
  });
});

describe('the time of a quote', () => {
  it('is two seconds before its first word, where that has a time', () => {
    expect(verifyQuote('tommy the picket who wrote it', recognised)?.at).toBe(11);
    expect(findSaid('wrote it', foldCues(recognised)).at).toBe(16);
    // Without times, the word has its share of the line.
    expect(verifyQuote('tommy the picket who wrote it', [line(10, 16, first.text), second])?.at).toBeCloseTo(
      10.69,
    );
  });

  it('is estimated where the words are not those of the times', () => {
    const marked = { ...second, text: '<i>who</i> wrote it.' };
    expect(foldCues([marked]).words.map(({ spokenAt }) => spokenAt)).toEqual([16.5, 18, 19]);
    const fewer = { ...second, text: 'who wrote' };
    expect(foldCues([fewer]).words.map(({ spokenAt }) => spokenAt)).toEqual([16, expect.closeTo(17.78)]);
  });

  it('divides the time of a word with several parts', () => {
    const parts = foldCues([{ start: 0, end: 3.5, text: 'an x-ray', wordStarts: [0, 2] }]);
    expect(parts.words.map(({ folded, spokenAt }) => [folded, spokenAt])).toEqual([
      ['an', 0],
      ['x', 2],
      ['ray', 2.6],
    ]);
  });
});

it.each([
  ['start together', () => ({ start: 0, end: 5 })],
  ['are in a long one', (index: number) => ({ start: index, end: index === 0 ? 1_000_000 : index + 1 })],
])('twice as many lines that %s take twice as long', (_, timesOf) => {
  const prepare = (count: number) =>
    Array.from({ length: count }, (__, index): Cue => {
      const { start, end } = timesOf(index);
      return { start, end, text: `word ${String(index)}`, wordStarts: [start, start] };
    });
  const ratio = doublingRatio(5_000, prepare, (lines) => timedLines(lines.map(withoutWordStarts), lines));
  expect(ratio).toBeLessThan(linearRatio);
});

test('a line whose words nobody knows is shown, and is not spoken', () => {
  const lines = [
    { start: 0, end: 2, text: 'We use' },
    { start: 2, end: 4, text: unclearText },
    { start: 4, end: 6, text: unclearText },
  ];
  const mends = [{ from: 4, to: 6, lines: [{ start: 4, end: 6, text: 'Kubernetes.' }] }];
  expect(shownLines(lines, mends).map(({ text }) => text)).toEqual(['We use', unclearText, 'Kubernetes.']);
  expect(spokenLines(lines, mends).map(({ text }) => text)).toEqual(['We use', 'Kubernetes.']);
});
