import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { allPlaces, RunFinder } from './run-finder.ts';

const words = (maxLength: number) => fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength });
const simplePlaces = (run: readonly string[], list: readonly string[]) =>
  run.length === 0
    ? []
    : [...list.keys()].filter(
        (at) => at + run.length <= list.length && run.every((word, index) => list[at + index] === word),
      );

describe(RunFinder, () => {
  it('finds what a look at each place finds', () => {
    fc.assert(
      fc.property(fc.array(words(6), { maxLength: 8 }), words(40), words(40), (runs, list, other) => {
        const finder = new RunFinder(runs);
        expect(finder.firstPlaces(list)).toEqual(runs.map((run) => simplePlaces(run, list)[0]));
        expect(finder.firstPlaces(other)).toEqual(runs.map((run) => simplePlaces(run, other)[0]));
        for (const run of runs) expect(allPlaces(run, list)).toEqual(simplePlaces(run, list));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes twice as long for a list and runs of twice the same word', () => {
    const prepare = (size: number) => {
      const list = Array<string>(size).fill('a');
      return { list, runs: [1, 2, 3, 4].map((part) => [...list.slice(0, size / 4 + part), 'b']) };
    };
    const ratio = doublingRatio(40_000, prepare, ({ list, runs }) => {
      new RunFinder(runs).firstPlaces(list);
      for (const run of runs) allPlaces(run, list);
    });
    expect(ratio).toBeLessThan(linearRatio);
  });
});
