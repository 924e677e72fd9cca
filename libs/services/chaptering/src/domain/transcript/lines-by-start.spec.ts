import fc from 'fast-check';
import { LinesByStart } from './lines-by-start.ts';

const anyLines = fc.array(
  fc.record({
    start: fc.integer({ min: 0, max: 5 }),
    end: fc.integer({ min: 0, max: 9 }),
    text: fc.constant(''),
  }),
  { maxLength: 20 },
);

describe(LinesByStart, () => {
  it('finds what a look at each line finds', () => {
    fc.assert(
      fc.property(anyLines, fc.nat({ max: 21 }), fc.integer({ min: -1, max: 10 }), (some, from, seconds) => {
        const sorted = new LinesByStart(some);
        const lines = some.toSorted((one, other) => one.start - other.start);
        expect(sorted.lines).toEqual(lines);
        const first = lines.findIndex(({ start }) => start >= seconds);
        expect(sorted.firstFrom(seconds)).toBe(first === -1 ? lines.length : first);
        const late = lines.findIndex(({ end }, index) => index >= from && end > seconds);
        expect(sorted.nextLate(from, (end) => end > seconds)).toBe(late === -1 ? lines.length : late);
      }),
      { numRuns: 2_000 },
    );
  });
});
