import fc from 'fast-check';
import { HeardWords } from './heard-words.ts';

const word = (start: number, text: string) => ({ start, end: start + 0.4, text });
const cue = (text: string, start = 1) => ({ start, end: start + 6, text });

test.each<[string, string, [number, string][], number[]]>([
  [
    'with punctuation that words lack',
    '“Well,” we said: no!',
    [
      [1, 'well'],
      [2, 'we'],
      [3, 'said'],
      [4, 'NO'],
    ],
    [1, 2, 3, 4],
  ],
  [
    'that the recogniser divided',
    'It’s twenty-five % more',
    [
      [1, 'It'],
      [1.2, "'s"],
      [2, 'twenty'],
      [2.5, '-five'],
      [3, ' % more'],
    ],
    [1, 2, 3, 3.001],
  ],
  [
    'at the same time',
    'one two three',
    [
      [1, 'one'],
      [1, 'two'],
      [1, 'three'],
    ],
    [1, 1.001, 1.002],
  ],
  [
    'after words that the text lacks',
    'one two',
    [
      [1, 'um'],
      [2, 'one'],
      [3, 'two'],
      [4, 'um'],
    ],
    [2, 3],
  ],
  [
    'of a script without spaces',
    '東京 です',
    [
      [1, '東'],
      [1.5, '京'],
      [2, 'です'],
    ],
    [1, 2],
  ],
])('the starts of words %s', (_, text, words, starts) => {
  const heard = new HeardWords(words.map(([start, own]) => word(start, own)));
  expect(heard.timed(cue(text)).wordStarts).toEqual(
    starts.map((start) => expect.closeTo(start, 6) as number),
  );
});

test('words that are joined give only the edges', () => {
  const heard = new HeardWords([word(1.5, 'one'), word(2, 'two-three'), word(3, 'four')]);
  expect(heard.timed(cue('one two three four'))).toEqual({
    ...{ start: 1.5, end: 3.4, text: 'one two three four' },
    wordStarts: [1.5, 2, NaN, 3],
  });
});

test.each<[string, string]>([
  ['other words', 'one and two'],
  ['parts of words', 'ne tw'],
  ['no letters', '…'],
])('%s have no times', (_, text) => {
  const unknown = cue(text);
  expect(new HeardWords([word(1, 'one'), word(2, 'two')]).timed(unknown)).toBe(unknown);
});

test('the same words are found where they are, one after the other', () => {
  const heard = new HeardWords([1, 2, 9, 30].map((start) => word(start, 'yes')));
  const starts = [1, 2, 8, 20, 29].map((start) => heard.timed({ start, end: start + 1, text: 'Yes.' }).start);
  expect(starts).toEqual([1, 2, 9, 20, 30]);
});

const token = fc.stringMatching(/^[a-c]{1,3}[.,]?$/);
const draft = fc.record({
  text: token,
  how: fc.constantFrom('same', 'same', 'bare', 'split', 'other', 'more', 'missing', 'joined'),
});

test('property: a start is that of its word, however the recogniser divides its words', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(fc.array(draft, { minLength: 1, maxLength: 6 }), { maxLength: 12 }), (lines) => {
      const words: { start: number; end: number; text: string }[] = [];
      const cues = lines.map((tokens, line) => {
        const starts = tokens.map(({ text, how }, at) => {
          const start = line * 10 + at;
          const bare = text.replace(/[.,]/, '');
          const before = words.at(-1);
          if (how === 'split' && bare.length > 1)
            words.push(word(start, bare.slice(0, 1)), word(start + 0.4, bare.slice(1)));
          else if (how === 'other') words.push(word(start, 'x'));
          else if (how === 'joined' && before && before.start >= line * 10) before.text += bare;
          else if (how !== 'missing') words.push(word(start, how === 'bare' ? bare : text));
          if (how === 'more') words.push(word(start + 0.5, 'x'));
          return start;
        });
        return {
          cue: { start: line * 10, end: line * 10 + 7, text: tokens.map(({ text }) => text).join(' ') },
          starts,
        };
      });
      const heard = new HeardWords(words);
      for (const each of cues) {
        const { wordStarts } = heard.timed(each.cue);
        wordStarts?.forEach((start, at) => {
          if (!Number.isNaN(start)) expect(start).toBe(each.starts[at]);
        });
        found += wordStarts?.length ?? 0;
      }
      for (const [line, tokens] of lines.entries())
        if (tokens.every(({ how }) => ['same', 'bare', 'split'].includes(how)))
          expect(new HeardWords(words).timed(cues[line]!.cue).wordStarts).toEqual(cues[line]!.starts);
    }),
    { numRuns: 1_000 },
  );
  expect(found).toBeGreaterThan(1_000);
});
