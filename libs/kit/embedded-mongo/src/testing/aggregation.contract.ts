import { filled, type LooseModel } from './loose-model.ts';
import type { OpenMongoose } from './open-mongoose.ts';

const talks = [
  { owner: 'a', minutes: 10, tags: ['x', 'y'], at: { year: 1 } },
  { owner: 'b', minutes: 20, tags: ['x'], at: { year: 2 } },
  { owner: 'a', minutes: 30.5, tags: [], at: { year: 2 } },
  { owner: 'c', minutes: 'many' },
];

const cases: [string, object[], object[]][] = [
  [
    'groups and sums',
    [
      {
        $group: {
          _id: '$owner',
          total: { $sum: '$minutes' },
          count: { $sum: 1 },
          mean: { $avg: '$minutes' },
        },
      },
      { $sort: { _id: 1 } },
    ],
    [
      { _id: 'a', total: 40.5, count: 2, mean: 20.25 },
      { _id: 'b', total: 20, count: 1, mean: 20 },
      { _id: 'c', total: 0, count: 1, mean: null },
    ],
  ],
  [
    'matches, sorts and takes extremes',
    [
      { $match: { owner: 'a' } },
      { $sort: { minutes: -1 } },
      {
        $group: {
          ...{
            _id: null,
            first: { $first: '$minutes' },
            last: { $last: '$minutes' },
            all: { $push: '$minutes' },
          },
          ...{ least: { $min: '$minutes' }, most: { $max: '$minutes' }, owners: { $addToSet: '$owner' } },
        },
      },
    ],
    [{ _id: null, first: 30.5, last: 10, all: [30.5, 10], least: 10, most: 30.5, owners: ['a'] }],
  ],
  [
    'unwinds',
    [{ $unwind: '$tags' }, { $group: { _id: '$tags', n: { $sum: 1 } } }, { $sort: { n: -1 } }],
    [
      { _id: 'x', n: 2 },
      { _id: 'y', n: 1 },
    ],
  ],
  [
    'unwinds and keeps what is empty',
    [{ $unwind: { path: '$tags', preserveNullAndEmptyArrays: true } }, { $count: 'n' }],
    [{ n: 5 }],
  ],
  [
    'projects and computes',
    [
      { $match: { _id: { $lt: 2 } } },
      {
        $project: {
          _id: 0,
          owner: 1,
          year: '$at.year',
          long: { $gte: ['$minutes', 15] },
          n: { $size: '$tags' },
        },
      },
    ],
    [
      { owner: 'a', year: 1, long: false, n: 2 },
      { owner: 'b', year: 2, long: true, n: 1 },
    ],
  ],
  [
    'skips and limits in the order written',
    [{ $sort: { _id: 1 } }, { $limit: 3 }, { $skip: 2 }, { $project: { _id: 1 } }],
    [{ _id: 2 }],
  ],
  ['counts nothing as nothing', [{ $match: { owner: 'z' } }, { $count: 'n' }], []],
  [
    'groups a missing value with null',
    [{ $group: { _id: '$at.year', n: { $sum: 1 } } }, { $sort: { _id: 1 } }],
    [
      { _id: null, n: 1 },
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
    ],
  ],
];

/** The stages of aggregate that there are. */
export function describeAggregation(store: () => OpenMongoose): void {
  describe('aggregate', () => {
    let model: LooseModel;
    beforeAll(async () => {
      model = await filled(store(), talks);
    });

    it.each(cases)('%s', async (_, pipeline, expected) => {
      expect(await model.aggregate(pipeline as never[])).toEqual(expected);
    });

    it('streams', async () => {
      const ids: unknown[] = [];
      const cursor = model.aggregate([{ $sort: { _id: -1 } }]).cursor();
      for await (const document of cursor as AsyncIterable<{ _id: number }>) ids.push(document._id);
      expect(ids).toEqual([3, 2, 1, 0]);
    });
  });
}
