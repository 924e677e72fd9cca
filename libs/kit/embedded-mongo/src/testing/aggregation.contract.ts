import { filled, type LooseModel } from './loose-model.ts';
import type { OpenMongoose } from './open-mongoose.ts';

const talks = [
  { owner: 'a', minutes: 10 },
  { owner: 'b', minutes: 20 },
  { owner: 'a', minutes: 30.5 },
  { owner: 'c', minutes: 'many' },
  { minutes: 1 },
];

const perOwner = { $group: { _id: '$owner', total: { $sum: '$minutes' }, count: { $sum: 1 } } };

const cases: [string, object, object[]][] = [
  [
    'sums of all documents; a missing value is a group with null',
    {},
    [
      { _id: null, total: 1, count: 1 },
      { _id: 'a', total: 40.5, count: 2 },
      { _id: 'b', total: 20, count: 1 },
      { _id: 'c', total: 0, count: 1 },
    ],
  ],
  [
    'sums of what matches',
    { minutes: { $gte: 20 } },
    [
      { _id: 'a', total: 30.5, count: 1 },
      { _id: 'b', total: 20, count: 1 },
    ],
  ],
  ['nothing', { owner: 'z' }, []],
];

/** The only supported pipeline of aggregate. */
export function describeAggregation(store: () => OpenMongoose): void {
  describe('aggregate', () => {
    let model: LooseModel;
    beforeAll(async () => {
      model = await filled(store(), talks);
    });

    it.each(cases)('%s', async (_, $match, expected) => {
      const groups = await model.aggregate<{ _id: string | null }>([{ $match }, perOwner]);
      expect(groups.toSorted((a, b) => ((a._id ?? '') < (b._id ?? '') ? -1 : 1))).toEqual(expected);
    });
  });
}
