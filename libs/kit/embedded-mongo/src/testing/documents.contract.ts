import { filled, looseModel } from './loose-model.ts';
import type { OpenMongoose } from './open-mongoose.ts';

/** Documents come and go through models as they were given. */
export function describeDocuments(store: () => OpenMongoose): void {
  describe('documents', () => {
    it('are created, found, saved with versions and deleted', async () => {
      const { mongoose, connection } = store();
      const schema = new mongoose.Schema(
        { name: String, tags: [String], size: Number },
        { optimisticConcurrency: true },
      );
      const Item = connection.model('Item', schema);
      const made = await Item.create({ name: 'one', tags: ['a'], size: 1 });
      const [left, right] = [await Item.findById(made._id).orFail(), await Item.findById(made._id).orFail()];
      left.tags.push('b');
      await left.save();
      right.name = 'late';
      await expect(right.save()).rejects.toMatchObject({ name: 'VersionError' });
      expect(await Item.findOne({ name: 'one' }).lean()).toMatchObject({ tags: ['a', 'b'], __v: 1 });
      expect(await Item.exists({ name: 'one' })).toEqual({ _id: made._id });
      expect(await Item.exists({ name: 'two' })).toBeNull();
      expect((await left.deleteOne()).deletedCount).toBe(1);
      expect(await Item.findById(made._id)).toBeNull();
    });

    it('keep every BSON type, null apart from missing, and nesting', async () => {
      const { mongoose } = store();
      const { ObjectId, Decimal128, Long, Binary, Double, Int32, Timestamp, MinKey, BSONRegExp } =
        mongoose.mongo;
      const full = {
        id: new ObjectId('656565656565656565656565'),
        when: new Date(1234),
        exact: Decimal128.fromString('0.10'),
        long: Long.fromString('9007199254740993'),
        bytes: new Binary(Buffer.from([1, 2, 3]), 4),
        double: new Double(2),
        int: new Int32(2),
        stamp: Timestamp.fromBits(1, 2),
        least: new MinKey(),
        pattern: new BSONRegExp('a+', 'i'),
        nothing: null,
        nested: [[1, { deep: [null] }], []],
        text: 'ÄÖ\u0000𝄞',
        negativeZero: new Double(-0),
      };
      const model = await filled(store(), [full]);
      await model.collection.updateOne({}, { $set: { touched: true } });
      const raw = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;
      const [found] = await model.collection.find({}, raw).toArray();
      const { EJSON } = mongoose.mongo.BSON;
      const expected = { _id: 0, ...full, touched: true };
      expect(EJSON.stringify(found, { relaxed: false })).toBe(EJSON.stringify(expected, { relaxed: false }));
    });

    it('are sorted, skipped, limited, counted and listed apart', async () => {
      const model = await filled(store(), [{ n: 3, t: ['x', 'y'] }, { n: 1, t: ['y'] }, { n: 2 }, { n: 1 }]);
      const ids = async (query: ReturnType<typeof model.find>): Promise<unknown[]> =>
        (await query.lean()).map((document) => document['_id']);
      expect(await ids(model.find().sort({ n: 1, _id: -1 }))).toEqual([3, 1, 2, 0]);
      expect(await ids(model.find().sort({ n: -1, _id: 1 }).skip(1).limit(2))).toEqual([2, 1]);
      expect(await model.countDocuments({ n: 1 })).toBe(2);
      expect(await model.countDocuments({ n: { $gte: 1 } }, { skip: 1, limit: 2 })).toBe(2);
      expect(await model.estimatedDocumentCount()).toBe(4);
      expect((await model.distinct('t')).toSorted()).toEqual(['x', 'y']);
      expect((await model.distinct('n', { n: { $gt: 1 } })).toSorted()).toEqual([2, 3]);
    });

    it('are paged by fractions and negatives as a server pages, and by nothing else', async () => {
      const { collection } = await filled(
        store(),
        Array.from({ length: 5 }, (_, n) => ({ n })),
      );
      const ids = async (skip: unknown, limit: unknown): Promise<unknown[]> => {
        const found = await collection.find({}, { skip, limit, sort: { _id: 1 } } as never).toArray();
        return found.map(({ _id }): unknown => _id);
      };
      expect(await ids(1.9, 1.9)).toEqual([1]);
      expect(await ids(1, -2)).toEqual([1, 2]);
      await expect(ids(-2, 1)).rejects.toThrow(/skip/);
      await expect(collection.countDocuments({}, { skip: -1 })).rejects.toThrow(/\$skip/);
      await expect(collection.countDocuments({}, { limit: 1.5 })).rejects.toThrow(/\$limit/);
      expect(() => collection.find({}).limit('2' as never)).toThrow(/limit/);
    });

    it('stream through a cursor one by one', async () => {
      const model = await filled(
        store(),
        Array.from({ length: 1200 }, (_, n) => ({ n })),
      );
      let expected = 0;
      for await (const document of model.find().sort({ _id: 1 }).cursor()) {
        expect(document.get('n')).toBe(expected);
        expected += 1;
      }
      expect(expected).toBe(1200);
    });

    it.each<[string, object, object]>([
      ['inclusion', { a: 1, 'c.d': 1 }, { _id: 0, a: 1, c: [{ d: 1 }, { d: 2 }] }],
      ['exclusion', { 'c.d': 0, a: 0 }, { _id: 0, b: { x: 1, y: 2 }, c: [{ e: 1 }, {}] }],
      ['without the id', { _id: 0, b: 1 }, { b: { x: 1, y: 2 } }],
      ['nested', { b: { x: 1 } }, { _id: 0, b: { x: 1 } }],
      ['$slice', { a: 1, c: { $slice: -1 } }, { _id: 0, a: 1, c: [{ d: 2 }] }],
      ['$elemMatch', { c: { $elemMatch: { d: 2 } } }, { _id: 0, c: [{ d: 2 }] }],
    ])('are projected by %s', async (_, projection, expected) => {
      const model = await filled(store(), [{ a: 1, b: { x: 1, y: 2 }, c: [{ d: 1, e: 1 }, { d: 2 }] }]);
      expect(await model.collection.findOne({}, { projection })).toEqual(expected);
    });

    it('are written in bulk, and an error names the operation', async () => {
      const model = looseModel(store());
      const result = await model.collection.bulkWrite([
        { insertOne: { document: { _id: 1, n: 1 } as never } },
        { updateOne: { filter: { n: 1 }, update: { $inc: { n: 1 } } } },
        { updateMany: { filter: { n: 9 }, update: { $set: { m: 1 } }, upsert: true } },
        { replaceOne: { filter: { n: 2 }, replacement: { r: 1 } } },
        { deleteOne: { filter: { m: 1 } } },
      ]);
      const { insertedCount, matchedCount, modifiedCount, upsertedCount, deletedCount } = result;
      expect({ insertedCount, matchedCount, modifiedCount, upsertedCount, deletedCount }).toEqual({
        ...{ insertedCount: 1, matchedCount: 2, modifiedCount: 2, upsertedCount: 1, deletedCount: 1 },
      });
      const again = model.collection.insertMany([{ _id: 5 }, { _id: 1 }, { _id: 6 }] as never[]);
      await expect(again).rejects.toMatchObject({
        name: 'MongoBulkWriteError',
        code: 11000,
        insertedCount: 1,
      });
      const unordered = model.collection.insertMany([{ _id: 1 }, { _id: 6 }] as never[], { ordered: false });
      await expect(unordered).rejects.toMatchObject({ insertedCount: 1, writeErrors: [{ index: 0 }] });
      expect(await model.countDocuments()).toBe(3);
    });
  });
}
