import { filled, looseModel } from './loose-model.ts';
import type { OpenMongoose } from './open-mongoose.ts';

const changes: [string, object, object, object][] = [
  ['$set makes what is missing on the way', { a: 1 }, { $set: { 'b.c': 2 } }, { a: 1, b: { c: 2 } }],
  ['$set pads arrays', { a: [1] }, { $set: { 'a.2': 3 } }, { a: [1, null, 3] }],
  ['$unset leaves a gap in arrays', { a: [1, 2], b: 1 }, { $unset: { 'a.0': 1, b: 1 } }, { a: [null, 2] }],
  ['$inc', { a: 1 }, { $inc: { a: 2, c: 1.5 } }, { a: 3, c: 1.5 }],
  ['$inc past 32 bits', { a: 2 ** 31 - 1 }, { $inc: { a: 1 } }, { a: 2 ** 31 }],
  ['$push', { a: [1] }, { $push: { a: 2, b: 'new' } }, { a: [1, 2], b: ['new'] }],
  ['$push with $each and $slice', { a: [1] }, { $push: { a: { $each: [4, 2], $slice: -2 } } }, { a: [4, 2] }],
  [
    '$pull by a condition',
    { a: [{ b: 1 }, { b: 5 }, 5] },
    { $pull: { a: { b: { $in: [5, 6] } } } },
    { a: [{ b: 1 }, 5] },
  ],
  ['$pull of documents', { a: [{ b: 1, c: 1 }, { b: 2 }] }, { $pull: { a: { b: 1 } } }, { a: [{ b: 2 }] }],
];

/** Updates have the same effect as on a server. */
export function describeUpdates(store: () => OpenMongoose): void {
  describe('updates', () => {
    it.each(changes)('%s', async (_, before, update, after) => {
      const model = await filled(store(), [before as Record<string, unknown>]);
      expect(await model.collection.updateOne({ _id: 0 as never }, update)).toMatchObject({
        matchedCount: 1,
        modifiedCount: 1,
      });
      expect(await model.collection.findOne({})).toEqual({ _id: 0, ...after });
    });

    it('upsert with the values of the filter', async () => {
      const model = looseModel(store());
      const update = { $set: { c: 1 }, $setOnInsert: { d: 1 } };
      const result = await model.collection.updateOne({ a: 1, 'b.x': { $eq: 2 }, e: { $gt: 5 } }, update, {
        upsert: true,
      });
      expect(result).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1 });
      const { _id, ...rest } = (await model.collection.findOne({})) ?? {};
      expect({ _id, rest }).toEqual({ _id: result.upsertedId, rest: { a: 1, b: { x: 2 }, c: 1, d: 1 } });
      expect(await model.collection.updateOne({ a: 1 }, update, { upsert: true })).toMatchObject({
        modifiedCount: 0,
      });
    });

    it('find and change one, before or after, in order', async () => {
      const model = await filled(store(), [{ n: 1 }, { n: 2 }, { n: 3 }]);
      const raw = model.collection;
      expect(await raw.findOneAndUpdate({}, { $inc: { n: 10 } }, { sort: { n: -1 } })).toEqual({
        _id: 2,
        n: 3,
      });
      const after = { returnDocument: 'after', projection: { _id: 0 } } as const;
      expect(await raw.findOneAndUpdate({ n: 2 }, { $inc: { n: 10 } }, after)).toEqual({ n: 12 });
      expect(await raw.findOneAndUpdate({ n: 99 }, { $set: { n: 1 } })).toBeNull();
      expect(await raw.findOneAndUpdate({ n: 50 }, { $set: { m: 1 } }, { ...after, upsert: true })).toEqual({
        n: 50,
        m: 1,
      });
      expect(await raw.updateMany({}, { $set: { z: 1 } })).toMatchObject({
        matchedCount: 4,
        modifiedCount: 4,
      });
      expect(await raw.updateMany({}, { $set: { z: 1 } })).toMatchObject({
        matchedCount: 4,
        modifiedCount: 0,
      });
      expect(await raw.deleteMany({ z: 1 })).toMatchObject({ deletedCount: 4 });
    });

    it('replace a whole document, or insert it', async () => {
      const { collection } = await filled(store(), [{ n: 1 }]);
      const replace = (id: number): Promise<unknown> =>
        collection.replaceOne({ _id: id as never, n: 1 }, { r: 1 }, { upsert: true });
      expect(await replace(0)).toMatchObject({ modifiedCount: 1, upsertedCount: 0 });
      expect(await replace(7)).toMatchObject({ modifiedCount: 0, upsertedCount: 1 });
      expect(await collection.find({}, { sort: { _id: 1 } }).toArray()).toEqual([
        { _id: 0, r: 1 },
        { _id: 7, r: 1 },
      ]);
    });

    it('are atomic: 50 buyers of 20 pieces', async () => {
      const model = await filled(store(), [{ left: 20 }]);
      const buy = (): Promise<unknown> =>
        model
          .findOneAndUpdate({ left: { $gt: 0 } }, { $inc: { left: -1 } }, { returnDocument: 'after' })
          .lean();
      const bought = await Promise.all(Array.from({ length: 50 }, buy));
      expect(bought.filter((document) => document !== null)).toHaveLength(20);
      expect(await model.findOne().lean()).toEqual({ _id: 0, left: 0 });
    });

    it.each<[string, object, number]>([
      ['an id', { $set: { _id: 5 } }, 66],
      ['one path twice', { $set: { a: 1 }, $inc: { a: 1 } }, 40],
      ['what is no number', { $inc: { t: 1 } }, 14],
      ['what is no array', { $push: { t: 1 } }, 2],
      ['a path through text', { $set: { 't.x': 1 } }, 28],
      ['a name that begins with a dollar', { $set: { $x: 1 } }, 52],
    ])('refuse to change %s, and change nothing', async (_, update, code) => {
      const model = await filled(store(), [{ t: 'text' }]);
      await expect(model.collection.updateOne({}, update)).rejects.toMatchObject({
        name: 'MongoServerError',
        code,
      });
      expect(await model.collection.findOne({})).toEqual({ _id: 0, t: 'text' });
    });
  });
}
