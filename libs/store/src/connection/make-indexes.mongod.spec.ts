import { randomUUID } from 'node:crypto';
import { Mongoose, Schema, type Connection } from 'mongoose';
import { missingIndexes } from './missing-indexes.ts';
import { addModels, type Models } from './service-store.ts';
import { startMongod, type TestMongod } from '../testing/mongod.fixture.ts';
import { makeIndexes } from './make-indexes.ts';

const thing = new Schema({ name: { type: String, unique: true }, at: Date }, { collection: 'things' });
thing.index({ at: -1, name: 1 }, { sparse: true });
const models: Models = [{ name: 'Thing', schema: thing }];

describe(makeIndexes, () => {
  let mongod: TestMongod;
  let connection: Connection;
  let namespace: string;
  let lines: string[];
  beforeAll(async () => {
    mongod = await startMongod();
  }, 120_000);
  afterAll(() => mongod.stop());
  beforeEach(async () => {
    lines = [];
    namespace = `n-${randomUUID().slice(0, 8)}`;
    const dbName = `${namespace}-auth`;
    const settings = { dbName, autoIndex: false, autoCreate: false };
    connection = await new Mongoose().createConnection(mongod.uri, settings).asPromise();
    addModels(connection, models);
  });
  afterEach(() => connection.close());

  const make = () =>
    makeIndexes({
      access: { url: mongod.uri },
      service: 'auth',
      models,
      namespace,
      print: (line) => lines.push(line),
    });
  const things = () => connection.collection('things');

  it('creates missing indexes, finds them the next time, and keeps unknown indexes', async () => {
    expect(await missingIndexes(connection)).toEqual(['things.name_1', 'things.at_-1_name_1']);
    await make();
    expect(lines).toEqual([
      `index ${namespace}-auth.things.name_1: made`,
      `index ${namespace}-auth.things.at_-1_name_1: made`,
    ]);
    expect(await missingIndexes(connection)).toEqual([]);
    expect(await things().indexes()).toContainEqual(
      expect.objectContaining({ key: { name: 1 }, unique: true }),
    );
    await things().createIndex({ old: 1 }, {}, {});
    lines = [];
    await make();
    expect(lines).toEqual([
      `indexes ${namespace}-auth.things: 2 found`,
      `index ${namespace}-auth.things.old_1: no model defines it; kept`,
    ]);
    expect((await things().indexes()).map(({ name }) => name)).toContain('old_1');
  });

  it('may run twice concurrently', async () => {
    await Promise.all([make(), make()]);
    expect(await missingIndexes(connection)).toEqual([]);
  });

  it('names a unique index that cannot be created because of duplicate values', async () => {
    await things().insertMany([{ name: 'same' }, { name: 'same' }]);
    await expect(make()).rejects.toThrow(
      `The index ${namespace}-auth.things.name_1 cannot be made: two documents share a value that must be unique.`,
    );
  });

  it('reports a conflicting index and does not drop it', async () => {
    await things().createIndex({ name: 1 }, { sparse: true }, {});
    await expect(make()).rejects.toThrow('an index with other options conflicts with it');
    expect(await things().indexes()).toContainEqual(
      expect.objectContaining({ name: 'name_1', sparse: true }),
    );
  });
});
