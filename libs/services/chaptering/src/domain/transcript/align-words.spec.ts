import fc from 'fast-check';
import { alignWords } from './align-words.ts';

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 });
const split = (text: string) => text.split(' ').filter((word) => word !== '');

describe(alignWords, () => {
  it.each([
    ['we run cuban eddies today', 'we run Kubernetes today', [[2, 4, 2, 3]]],
    ['a b c', 'a b c', []],
    ['', 'a', [[0, 0, 0, 1]]],
    ['a b', '', [[0, 2, 0, 0]]],
    [
      'the tee is hot and the tee is good',
      'the tea is hot and the tea is good',
      [
        [1, 2, 1, 2],
        [6, 7, 6, 7],
      ],
    ],
    ['a b c', 'a x b c', [[1, 1, 1, 2]]],
  ])('%j to %j', (before, after, found) => {
    const replacements = alignWords(split(before), split(after));
    expect(replacements.map((each) => [...each.before, ...each.after])).toEqual(found);
  });

  it('property: the replacements make the new words of the old ones, and nothing shorter does', () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        const replacements = alignWords(before, after);
        const result: string[] = [];
        let next = 0;
        for (const each of replacements) {
          result.push(...before.slice(next, each.before[0]), ...after.slice(...each.after));
          next = each.before[1];
        }
        expect([...result, ...before.slice(next)]).toEqual(after);
        const commonCount =
          before.length - replacements.reduce((sum, each) => sum + each.before[1] - each.before[0], 0);
        expect(commonCount).toBe(longestCommon(before, after));
      }),
      { numRuns: 2_000 },
    );
  });

  it('replaces long texts as a whole', () => {
    const long = (word: string) => Array.from({ length: 600 }, (_, index) => `${word}${String(index % 7)}`);
    expect(alignWords(['same', ...long('a')], ['same', ...long('b')])).toEqual([
      { before: [1, 601], after: [1, 601] },
    ]);
  });
});

/** By its definition, with every split of both lists. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const word of one) {
    const next = [0];
    other.forEach((each, index) => {
      next.push(word === each ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}
