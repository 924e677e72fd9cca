import { filled, looseModel } from './loose-model.ts';
import type { OpenMongoose } from './open-mongoose.ts';

/** Indexes are promises: uniqueness holds, and they come and go with the schema. */
export function describeIndexes(store: () => OpenMongoose): void {
  describe('indexes', () => {
    const duplicate = (key: object, value: object): object => ({
      ...{ name: 'MongoServerError', code: 11000, keyPattern: key, keyValue: value },
    });

    it('keep what is unique unique, on insert and on update', async () => {
      const { mongoose, connection } = store();
      const User = connection.model(
        'Owner',
        new mongoose.Schema({ email: { type: String, unique: true }, n: Number }),
      );
      await User.init();
      await User.create({ email: 'a@x.org' });
      const other = await User.create({ email: 'b@x.org' });
      const expected = duplicate({ email: 1 }, { email: 'a@x.org' });
      await expect(User.create({ email: 'a@x.org' })).rejects.toMatchObject(expected);
      other.email = 'a@x.org';
      await expect(other.save()).rejects.toMatchObject(expected);
      await User.deleteOne({ email: 'a@x.org' });
      await other.save();
      await User.updateOne({ email: 'a@x.org' }, { $set: { email: 'a@x.org', n: 1 } });
      expect(await User.countDocuments({ email: 'a@x.org', n: 1 })).toBe(1);
    });

    it('are unique over several fields and over elements of arrays', async () => {
      const model = looseModel(store());
      await model.collection.createIndexes([{ key: { owner: 1, name: -1 }, unique: true }]);
      await model.collection.createIndexes([{ key: { 'parts.id': 1 }, unique: true, sparse: true }]);
      const insert = (document: object): Promise<unknown> => model.collection.insertOne(document);
      await insert({ owner: 1, name: 'a', parts: [{ id: 1 }, { id: 2 }, { id: 2 }] });
      await insert({ owner: 1, name: 'b' });
      await insert({ owner: 2, name: 'a' });
      await expect(insert({ owner: 2, name: 'a' })).rejects.toMatchObject(
        duplicate({ owner: 1, name: -1 }, { owner: 2, name: 'a' }),
      );
      await expect(insert({ owner: 3, parts: [{ id: 2 }] })).rejects.toMatchObject({ code: 11000 });
      await insert({ owner: 5, parts: [{ id: 8 }, { other: 1 }] });
      await insert({ owner: 6, parts: [{ id: 9 }, { other: 1 }, 7] });
      await insert({ owner: 4 });
      await expect(insert({ owner: 4, name: null })).rejects.toMatchObject({ code: 11000 });
    });

    it('leave out documents by a partial filter or when sparse', async () => {
      const model = looseModel(store());
      const partialFilterExpression = { open: true, n: { $exists: true } };
      await model.collection.createIndexes([{ key: { n: 1 }, unique: true, partialFilterExpression }]);
      await model.collection.createIndexes([{ key: { s: 1 }, unique: true, sparse: true }]);
      await model.collection.insertMany([
        { n: 1, open: true },
        { n: 1, open: false },
        { n: 1 },
        { s: 1 },
        {},
        {},
      ]);
      await expect(model.collection.insertOne({ n: 1, open: true })).rejects.toMatchObject({ code: 11000 });
      await expect(model.collection.insertOne({ s: 1 })).rejects.toMatchObject({ code: 11000 });
      expect(await model.countDocuments({ n: 1 })).toBe(3);
      expect(await model.countDocuments({ n: 1, open: true })).toBe(1);
      expect(await model.countDocuments({ s: null })).toBe(5);
    });

    it('cannot be made over what is not unique', async () => {
      const model = await filled(store(), [{ n: 1 }, { n: 1 }]);
      await expect(model.collection.createIndexes([{ key: { n: 1 }, unique: true }])).rejects.toMatchObject({
        code: 11000,
      });
      expect((await model.collection.indexes()).map(({ name }) => name)).toEqual(['_id_']);
    });

    it('follow the schema with syncIndexes and are listed', async () => {
      const { mongoose, connection } = store();
      const schema = new mongoose.Schema({ a: Number, b: Date }, { autoIndex: false });
      schema.index({ a: 1, b: -1 });
      const model = connection.model('Synced', schema);
      await model.createCollection();
      await model.collection.createIndexes([{ key: { old: 1 } }]);
      expect(await model.syncIndexes()).toEqual(['old_1']);
      const listed = (await model.listIndexes()) as { key: object; name: string }[];
      expect(listed.map(({ key, name }) => ({ key, name }))).toEqual([
        { key: { _id: 1 }, name: '_id_' },
        { key: { a: 1, b: -1 }, name: 'a_1_b_-1' },
      ]);
      await model.collection.dropIndex('a_1_b_-1');
      await expect(model.collection.dropIndex('a_1_b_-1')).rejects.toMatchObject({ code: 27 });
      await expect(
        model.collection.createIndexes([{ key: { a: 1 }, name: '_id_', unique: true }]),
      ).rejects.toThrow();
    });

    it('sweep documents past their time', async () => {
      const model = looseModel(store());
      await model.collection.createIndexes([{ key: { at: 1 }, expireAfterSeconds: 60 }]);
      await model.collection.insertMany([
        { at: new Date(0) },
        { at: new Date(Date.now() + 3_600_000) },
        { at: 'never' },
        {},
      ]);
      const deadline = Date.now() + 20_000;
      while ((await model.countDocuments()) > 3 && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(await model.countDocuments()).toBe(3);
    }, 30_000);
  });
}
