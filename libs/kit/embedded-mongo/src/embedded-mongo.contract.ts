import type { Connection, Mongoose } from 'mongoose';

/** One open store, seen through the public mongoose API. */
export interface OpenMongoose {
  mongoose: Mongoose;
  connection: Connection;
  close: () => Promise<void>;
}

/** What every store behind mongoose does, the embedded one and a real server alike. */
export function describeMongoose(name: string, open: () => Promise<OpenMongoose>): void {
  describe(`mongoose on ${name}`, () => {
    let store: OpenMongoose;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(async () => {
      await store.close();
    });

    it('creates, finds, changes and deletes', async () => {
      const { Schema } = store.mongoose;
      const User = store.connection.model(
        'User',
        new Schema(
          { email: { type: String, unique: true }, age: Number, tags: [String], at: { type: Date } },
          { timestamps: true },
        ),
      );
      await User.init();
      const ann = await User.create({ email: 'ann@x.org', age: 30, tags: ['a', 'b'] });
      expect((await User.findOne({ email: 'ann@x.org' }))?._id).toEqual(ann._id);
      await expect(User.create({ email: 'ann@x.org' })).rejects.toMatchObject({
        name: 'MongoServerError',
        code: 11000,
        keyPattern: { email: 1 },
        keyValue: { email: 'ann@x.org' },
      });
      const older = await User.findOneAndUpdate(
        { email: 'ann@x.org', age: { $lt: 31 } },
        { $inc: { age: 1 }, $push: { tags: 'c' } },
        { returnDocument: 'after' },
      );
      expect(older?.age).toBe(31);
      expect([...(older?.tags ?? [])]).toEqual(['a', 'b', 'c']);
      ann.age = 40;
      await ann.save();
      await User.insertMany([
        { email: 'b@x.org', age: 1 },
        { email: 'c@x.org', age: 2 },
      ]);
      const emails: (string | null | undefined)[] = [];
      for await (const user of User.find().sort({ age: -1 }).cursor()) emails.push(user.email);
      expect(emails).toEqual(['ann@x.org', 'c@x.org', 'b@x.org']);
      expect(await User.countDocuments({ age: { $gte: 2 } })).toBe(2);
      expect(await User.exists({ email: 'zz' })).toBeNull();
      expect((await User.deleteMany({ age: { $lt: 3 } })).deletedCount).toBe(2);
      expect(await User.find().select('email -_id').lean()).toEqual([{ email: 'ann@x.org' }]);
    });
  });
}
