import fc from 'fast-check';
import { Query } from 'mingo';
import type { mongo } from 'mongoose';
import { openEmbeddedFile, type EmbeddedFile } from './testing/embedded-file.ts';

/** A document of the model; `code` is unique. */
interface Thing {
  _id: number;
  code: number;
  n: number;
  tags: number[];
}

type Things = mongo.Collection<Thing>;
type Command = fc.AsyncCommand<Map<number, Thing>, Things>;

const clone = (thing: Thing): Thing => ({ ...thing, tags: [...thing.tags] });
const inOrder = (model: Map<number, Thing>): Thing[] => [...model.values()].sort((a, b) => a.code - b.code);
const matching = (model: Map<number, Thing>, filter: object): Thing[] => {
  const query = new Query(filter);
  return inOrder(model).filter((thing) => query.test(thing as never));
};
const isTaken = (model: Map<number, Thing>, { _id, code }: Thing): boolean =>
  model.has(_id) || [...model.values()].some((thing) => thing.code === code);

const always = { check: () => true };

const insert = (thing: Thing): Command => ({
  ...always,
  toString: () => `insert ${JSON.stringify(thing)}`,
  run: async (model, things) => {
    if (isTaken(model, thing)) {
      await expect(things.insertOne(clone(thing))).rejects.toMatchObject({ code: 11000 });
      return;
    }
    await things.insertOne(clone(thing));
    model.set(thing._id, clone(thing));
  },
});

const increase = (filter: object, by: number): Command => ({
  ...always,
  toString: () => `increase ${JSON.stringify(filter)} by ${String(by)}`,
  run: async (model, things) => {
    const found = matching(model, filter);
    const result = await things.updateMany(filter, { $inc: { n: by }, $push: { tags: by } });
    expect(result.matchedCount).toBe(found.length);
    for (const thing of found) model.set(thing._id, { ...thing, n: thing.n + by, tags: [...thing.tags, by] });
  },
});

const recode = (filter: object, code: number): Command => ({
  ...always,
  toString: () => `recode ${JSON.stringify(filter)} to ${String(code)}`,
  run: async (model, things) => {
    const [first] = matching(model, filter);
    const change = things.findOneAndUpdate(
      filter,
      { $set: { code } },
      { sort: { code: 1 }, returnDocument: 'after' },
    );
    if (
      first !== undefined &&
      first.code !== code &&
      [...model.values()].some((thing) => thing.code === code)
    ) {
      await expect(change).rejects.toMatchObject({ code: 11000 });
      return;
    }
    expect(await change).toEqual(first === undefined ? null : { ...first, code });
    if (first !== undefined) model.set(first._id, { ...first, code });
  },
});

const remove = (filter: object): Command => ({
  ...always,
  toString: () => `remove ${JSON.stringify(filter)}`,
  run: async (model, things) => {
    const found = matching(model, filter);
    expect(await things.deleteMany(filter)).toMatchObject({ deletedCount: found.length });
    for (const { _id } of found) model.delete(_id);
  },
});

const find = (filter: object, limit: number): Command => ({
  ...always,
  toString: () => `find ${JSON.stringify(filter)} limit ${String(limit)}`,
  run: async (model, things) => {
    const expected = matching(model, filter).slice(0, limit === 0 ? undefined : limit);
    expect(await things.find(filter, { sort: { code: 1 }, limit }).toArray()).toEqual(expected);
    expect(await things.countDocuments(filter)).toBe(matching(model, filter).length);
  },
});

const small = fc.integer({ min: 0, max: 6 });
const filter = fc.oneof(
  ...[
    fc.constant({}),
    fc.record({ _id: small }),
    fc.record({ code: small }),
    fc.record({ n: fc.record({ $gt: small }) }),
  ],
  fc.record({ tags: small }),
  fc.record({ n: fc.record({ $gte: small, $lt: small }), tags: fc.record({ $ne: small }) }),
  fc.record({ code: fc.record({ $in: fc.array(small, { maxLength: 3 }) }) }),
  fc.record({ $or: fc.tuple(fc.record({ tags: small }), fc.record({ n: small })) }),
);
const thing = fc.record({ _id: small, code: small, n: small, tags: fc.array(small, { maxLength: 3 }) });
const commands = fc.commands(
  [
    ...[thing.map(insert), thing.map(insert), fc.tuple(filter, small).map(([f, by]) => increase(f, by))],
    fc.tuple(filter, small).map(([f, code]) => recode(f, code)),
    ...[filter.map(remove), fc.tuple(filter, small).map(([f, limit]) => find(f, limit))],
  ],
  { maxCommands: 40 },
);

describe('the embedded store', () => {
  let file: EmbeddedFile;
  beforeAll(async () => {
    file = await openEmbeddedFile();
  });
  afterAll(() => file.close());

  it('is a plain map of documents, whatever is done to it', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (plan) => {
        round += 1;
        const things = file.connection.collection<Thing>(`round_${String(round)}`) as unknown as Things;
        await things.createIndex({ code: 1 }, { unique: true }, {});
        await things.createIndex({ tags: 1 }, {}, {});
        await things.createIndex({ n: -1, code: 1 }, {}, {});
        await fc.asyncModelRun(() => ({ model: new Map<number, Thing>(), real: things }), plan);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
