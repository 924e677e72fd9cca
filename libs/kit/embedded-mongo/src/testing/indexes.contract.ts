import { filled, looseModel } from './loose-model.ts';
import type { OpenMongoose } from './open-mongoose.ts';

/** Unique indexes are enforced, and indexes are created and dropped with the schema. */
export function describeIndexes(store: () => OpenMongoose): void {
  describe('indexes', () => {
    const duplicate = (key: object, value: object): object => ({
      name: 'MongoServerError',
      code: 11000,
      keyPattern: key,
      keyValue: value,
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
      await model.collection.createIndex({ owner: 1, name: -1 }, { unique: true }, {});
      await model.collection.createIndex({ 'parts.id': 1 }, { unique: true, sparse: true }, {});
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

    it('leave out documents without the field when sparse', async () => {
      const model = looseModel(store());
      await model.collection.createIndex({ s: 1 }, { unique: true, sparse: true }, {});
      for (const document of [{ s: 1 }, {}, {}]) await model.collection.insertOne(document);
      await expect(model.collection.insertOne({ s: 1 })).rejects.toMatchObject({ code: 11000 });
      expect(await model.countDocuments({ s: null })).toBe(2);
      expect(await model.countDocuments({ s: { $exists: true } })).toBe(1);
    });

    it('cannot be made over what is not unique, nor under the name of another', async () => {
      const { collection } = await filled(store(), [{ n: 1 }, { n: 1 }]);
      await expect(collection.createIndex({ n: 1 }, { unique: true }, {})).rejects.toMatchObject({
        code: 11000,
      });
      await collection.createIndex({ n: 1 }, {}, {});
      await collection.createIndex({ n: 1 }, {}, {});
      await expect(collection.createIndex({ m: 1 }, { name: 'n_1' }, {})).rejects.toMatchObject({ code: 86 });
    });

    it('sweep documents past their time', async () => {
      const model = looseModel(store());
      await model.collection.createIndex({ at: 1 }, { expireAfterSeconds: 60 }, {});
      const inAnHour = new Date(Date.now() + 3_600_000);
      for (const document of [{ at: new Date(0) }, { at: inAnHour }, { at: 'never' }, {}])
        await model.collection.insertOne(document);
      const deadline = Date.now() + 20_000;
      while ((await model.countDocuments()) > 3 && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(await model.countDocuments()).toBe(3);
    }, 30_000);
  });
}
