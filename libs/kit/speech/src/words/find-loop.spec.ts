import fc from 'fast-check';
import { findLoop } from './find-loop.ts';

const head = fc.uniqueArray(fc.nat({ max: 50 }), { minLength: 1, maxLength: 10 });

test('two repeats, or few repeated tokens, are not a loop', () => {
  expect(findLoop([1, 2, 3, 4, 1, 2, 3, 4])).toBeUndefined();
  expect(findLoop([7, 7, 7, 7])).toBeUndefined();
  expect(findLoop([])).toBeUndefined();
});

test('one run of the loop is kept', () => {
  expect(findLoop([5, 1, 2, 3, 1, 2, 3, 1, 2, 3])).toBe(4);
  expect(findLoop([5, ...Array<number>(9).fill(8)])).toBe(2);
});

test('property: a run of up to 16 tokens repeated often enough is found, and all tokens before it are kept', () => {
  fc.assert(
    fc.property(
      head,
      fc.uniqueArray(fc.integer({ min: 100, max: 200 }), { minLength: 1, maxLength: 16 }),
      (before, run) => {
        const repeats = Math.max(3, Math.ceil(9 / run.length));
        const tokens = [...before, ...Array.from({ length: repeats }, () => run).flat()];
        expect(findLoop(tokens)).toBe(before.length + run.length);
        expect(findLoop(tokens.slice(0, -1))).toBeUndefined();
      },
    ),
  );
});
