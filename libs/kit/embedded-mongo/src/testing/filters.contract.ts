import { filled, idsOf, type LooseModel } from './loose-model.ts';
import type { OpenMongoose } from './open-mongoose.ts';

/** Cases that are easy to get wrong; the documents are numbered from 0. */
const documents = [
  { a: 1 },
  { a: null },
  {},
  { a: [1, 2, 3] },
  { a: [] },
  { a: [[1, 2]] },
  { a: 'text' },
  { a: ['text', 5] },
  { a: { b: 1 } },
  { a: [{ b: 1 }, { b: 5 }] },
  { a: [{ b: 7 }, { c: 1 }] },
  { a: new Date(5) },
  { a: Number.NaN },
  { a: true },
  { a: -0 },
];

const cases: [string, object, number[]][] = [
  ['equality with null finds missing fields', { a: null }, [1, 2]],
  ['and inside arrays of documents', { 'a.b': null }, [0, 1, 2, 6, 10, 11, 12, 13, 14]],
  ['equality opens arrays once', { a: 1 }, [0, 3]],
  ['equality with an array means the whole or an element', { a: [1, 2] }, [5]],
  ['$ne asks all elements', { a: { $ne: 1 } }, [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]],
  ['ranges stay in their type', { a: { $gt: 0 } }, [0, 3, 7]],
  ['a range of two bounds may use two elements', { a: { $gt: 2, $lt: 2 } }, [3]],
  ['-0 is 0', { a: 0 }, [14]],
  ['NaN is itself only', { a: Number.NaN }, [12]],
  ['NaN is below nothing', { a: { $lt: 1 } }, [14]],
  ['dates are no numbers', { a: { $lte: new Date(9) } }, [11]],
  ['$in with null', { a: { $in: [null, 1] } }, [0, 1, 2, 3]],
  ['$regex looks into arrays', { a: { $regex: 'ex' } }, [6, 7]],
  ['$regex without case', { a: { $regex: 'EX', $options: 'i' } }, [6, 7]],
  ['$regex of signs', { a: { $regex: 't\\.' } }, []],
  ['dotted paths go through arrays', { 'a.b': 5 }, [9]],
  ['and take positions', { 'a.1': 2 }, [3]],
  ['$size', { a: { $size: 2 } }, [7, 9, 10]],
  ['$exists', { a: { $exists: false } }, [2]],
  ['$exists of a position', { 'a.1': { $exists: true } }, [3, 7, 9, 10]],
  ['$or', { $or: [{ a: true }, { 'a.b': 7 }] }, [10, 13]],
  ['$and', { $and: [{ a: { $gte: 1 } }, { a: { $lte: 2 } }] }, [0, 3]],
  ['documents are equal field by field', { a: { b: 1 } }, [8, 9]],
];

/** Filters match the same documents as on a server, with and without an index. */
export function describeFilters(store: () => OpenMongoose): void {
  describe('filters', () => {
    let plain: LooseModel;
    let indexed: LooseModel;
    beforeAll(async () => {
      plain = await filled(store(), documents);
      indexed = await filled(store(), documents);
      await indexed.collection.createIndex({ a: 1 }, {}, {});
      await indexed.collection.createIndex({ 'a.b': -1 }, {}, {});
    });

    it.each(cases)('%s', async (_, filter, expected) => {
      expect(await idsOf(plain, filter)).toEqual(expected);
      expect(await idsOf(indexed, filter)).toEqual(expected);
    });

    it('sort across types, arrays by their least or greatest element', async () => {
      const ids = async (model: LooseModel, direction: 1 | -1): Promise<unknown[]> =>
        (await model.collection.find({}, { sort: { a: direction, _id: 1 } }).toArray()).map(
          ({ _id }): unknown => _id,
        );
      const up = [4, 1, 2, 12, 14, 0, 3, 7, 6, 8, 9, 10, 5, 13, 11];
      const down = [11, 13, 5, 10, 9, 8, 6, 7, 3, 0, 14, 12, 1, 2, 4];
      for (const model of [plain, indexed]) {
        expect(await ids(model, 1)).toEqual(up);
        expect(await ids(model, -1)).toEqual(down);
      }
    });

    it('refuse an unknown operator', async () => {
      await expect(plain.collection.find({ a: { $nonsense: 1 } }).toArray()).rejects.toThrow('$nonsense');
    });
  });
}
