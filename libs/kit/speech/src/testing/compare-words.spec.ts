import fc from 'fast-check';
import { comparedWords, compareWords } from './compare-words.ts';

const words = (text: string) => comparedWords(text).map(({ word }) => word);

test('words are compared without case, punctuation, hesitation and notes', () => {
  expect(words('Um, it’s <noise> well-known [unclear] — Mr. "Smith", all right?')).toEqual(
    words("it's well known mister smith alright"),
  );
  expect(comparedWords('Oh, well-known.')).toEqual([
    { word: 'well', from: 1 },
    { word: 'known', from: 1 },
  ]);
});

test('wrong, missing and extra words are counted, and the same ones found', () => {
  const { same, errors } = compareWords(['a', 'b', 'c', 'd'], ['x', 'b', 'd']);
  expect(errors).toBe(2);
  expect(same).toEqual([
    [1, 1],
    [3, 2],
  ]);
});

test('property: the same words rise in both lists, and the rest are errors', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(list, list, (reference, other) => {
      const { same, errors } = compareWords(reference, other);
      for (const [index, [at, to]] of same.entries()) {
        expect(reference[at]).toBe(other[to]);
        const [before, after] = same[index - 1] ?? [-1, -1];
        expect(at > before && to > after).toBe(true);
      }
      expect(errors).toBeGreaterThanOrEqual(Math.max(reference.length, other.length) - same.length);
      expect(errors).toBeLessThanOrEqual(reference.length + other.length - 2 * same.length);
      expect(compareWords(reference, reference)).toMatchObject({ errors: 0 });
    }),
  );
});
