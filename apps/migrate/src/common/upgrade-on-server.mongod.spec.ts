import type { Connection } from 'mongoose';
import { dataVersion, dataVersionCollection, readDataVersion } from '@vault/store';
import { startMongod, type TestMongod } from '@vault/store/testing';
import { openDatabase } from './open-mongo.ts';
import { upgradeOnServer } from './upgrade-on-server.ts';

describe(upgradeOnServer, () => {
  const service = 'search';
  let mongod: TestMongod;
  let connection: Connection;
  let lines: string[];
  beforeAll(async () => {
    mongod = await startMongod();
    connection = await openDatabase({ url: mongod.uri }, 'blue-search');
  }, 120_000);
  afterAll(async () => {
    await connection.close();
    await mongod.stop();
  });
  beforeEach(() => {
    lines = [];
  });

  const upgrade = () =>
    upgradeOnServer({
      access: { url: mongod.uri },
      service,
      namespace: 'blue',
      print: (line) => lines.push(line),
    });
  const libraries = () => connection.collection<{ _id: string; revision?: number }>('libraries');

  it('upgrades documents without a version, and notes it', async () => {
    await libraries().insertOne({ _id: 'ada', revision: 7 });
    await upgrade();
    expect(await libraries().find().toArray()).toEqual([{ _id: 'ada', version: 7 }]);
    expect(lines).toEqual([
      'upgraded: search.libraries, 1 document',
      `data of search: version ${String(dataVersion)}`,
    ]);
    expect(await readDataVersion(connection.db!)).toBe(dataVersion);
  });

  it('changes nothing of this version', async () => {
    await libraries().insertOne({ _id: 'eve', revision: 8 });
    await upgrade();
    expect(lines).toEqual([]);
    expect(await libraries().findOne({ _id: 'eve' })).toEqual({ _id: 'eve', revision: 8 });
  });

  it('refuses documents of a later version', async () => {
    await connection.collection(dataVersionCollection).updateOne({}, { $set: { version: 99 } });
    await expect(upgrade()).rejects.toThrow(
      `The data of search are of version 99, and this product knows version ${String(dataVersion)}: run the newer product`,
    );
  });
});
