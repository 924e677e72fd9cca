import { filled } from './loose-model.ts';
import type { OpenMongoose } from './open-mongoose.ts';

/** Documents are stored and read unchanged. */
export function describeDocuments(store: () => OpenMongoose): void {
  describe('documents', () => {
    it('are created, found, saved with versions and deleted', async () => {
      const { mongoose, connection } = store();
      const schema = new mongoose.Schema(
        { name: String, tags: [String], size: Number },
        { optimisticConcurrency: true },
      );
      const Item = connection.model('Item', schema);
      const item = await Item.create({ name: 'one', tags: ['a'], size: 1 });
      const [left, right] = [await Item.findById(item._id).orFail(), await Item.findById(item._id).orFail()];
      left.tags.push('b');
      await left.save();
      right.name = 'late';
      await expect(right.save()).rejects.toMatchObject({ name: 'VersionError' });
      expect(await Item.findOne({ name: 'one' }).lean()).toMatchObject({ tags: ['a', 'b'], __v: 1 });
      expect(await Item.exists({ name: 'one' })).toEqual({ _id: item._id });
      expect(await Item.exists({ name: 'two' })).toBeNull();
      expect((await left.deleteOne()).deletedCount).toBe(1);
      expect(await Item.findById(item._id)).toBeNull();
    });

    it('are in collections that can be listed', async () => {
      const { connection } = store();
      await connection.collection('listed').insertOne({ a: 1 });
      const names = (await connection.listCollections()).map(({ name }) => name);
      expect(names).toContain('listed');
      expect(names).not.toContain('unwritten');
    });

    it('keep their BSON types, null apart from missing, and nesting', async () => {
      const { mongoose } = store();
      const { ObjectId, Long, Binary, Double, Int32 } = mongoose.mongo;
      const full = {
        id: new ObjectId('656565656565656565656565'),
        when: new Date(1234),
        long: Long.fromString('9007199254740993'),
        bytes: new Binary(Buffer.from([1, 2, 3]), 4),
        double: new Double(2),
        int: new Int32(2),
        nothing: null,
        nested: [[1, { deep: [null] }], []],
        text: 'ÄÖ\u0000𝄞',
        negativeZero: new Double(-0),
      };
      const model = await filled(store(), [full]);
      await model.collection.updateOne({}, { $set: { touched: true } });
      const raw = { promoteValues: false, promoteLongs: false } as const;
      const [found] = await model.collection.find({}, raw).toArray();
      const { EJSON } = mongoose.mongo.BSON;
      const expected = { _id: 0, ...full, touched: true };
      expect(EJSON.stringify(found, { relaxed: false })).toBe(EJSON.stringify(expected, { relaxed: false }));
    });

    it('are sorted, skipped, limited and counted', async () => {
      const model = await filled(store(), [{ n: 3, t: ['x', 'y'] }, { n: 1, t: ['y'] }, { n: 2 }, { n: 1 }]);
      const ids = async (query: ReturnType<typeof model.find>): Promise<unknown[]> =>
        (await query.lean()).map((document) => document['_id']);
      expect(await ids(model.find().sort({ n: 1, _id: -1 }))).toEqual([3, 1, 2, 0]);
      expect(await ids(model.find().sort({ n: -1, _id: 1 }).skip(1).limit(2))).toEqual([2, 1]);
      expect(await model.countDocuments({ n: 1 })).toBe(2);
      expect(await model.countDocuments({ n: { $gte: 1 } }, { skip: 1, limit: 2 })).toBe(2);
      expect(await model.estimatedDocumentCount()).toBe(4);
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
    ])('are projected by %s', async (_, projection, expected) => {
      const model = await filled(store(), [{ a: 1, b: { x: 1, y: 2 }, c: [{ d: 1, e: 1 }, { d: 2 }] }]);
      expect(await model.collection.findOne({}, { projection })).toEqual(expected);
    });
  });
}
