import fc from 'fast-check';
import { sampleFirst } from './sample-first.ts';

test('the sample is spread evenly', () => {
  expect(sampleFirst(10, 2)).toEqual([2, 7, 0, 1, 3, 4, 5, 6, 8, 9]);
  expect(sampleFirst(2, 5)).toEqual([0, 1]);
  expect(sampleFirst(0, 5)).toEqual([]);
});

test('property: each position occurs once', () => {
  fc.assert(
    fc.property(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 20 }), (length, count) => {
      const order = sampleFirst(length, count);
      expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length }, (_, at) => at));
    }),
  );
});
