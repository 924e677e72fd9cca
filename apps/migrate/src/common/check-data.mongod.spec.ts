import { databaseNameOf, dataVersion, dataVersionCollection } from '@vault/store';
import { startMongod, type TestMongod } from '@vault/store/testing';
import { checkData } from './check-data.ts';
import { openDatabase } from './open-mongo.ts';

const namespace = 'blue';

describe(checkData, () => {
  let mongod: TestMongod;
  beforeAll(async () => {
    mongod = await startMongod();
  }, 120_000);
  afterAll(() => mongod.stop());

  const access = () => ({ url: mongod.uri });
  async function store(service: 'auth' | 'search' | 'clip', collection: string, document: object) {
    const connection = await openDatabase(access(), databaseNameOf(service, namespace));
    await connection.collection(collection).insertOne({ ...document });
    await connection.close();
  }

  it('names older data, refuses newer ones, and says nothing of empty databases', async () => {
    await store('auth', 'users', { revision: 7 });
    await store('search', dataVersionCollection, { _id: 'data', version: dataVersion });
    await store('clip', dataVersionCollection, { _id: 'data', version: 99 });
    const services = ['auth', 'search', 'clip', 'upload'] as const;
    for (const _time of [1, 2]) {
      const lines: string[] = [];
      const print = (line: string) => lines.push(line);
      expect(await checkData({ access: access(), services, namespace, print })).toEqual([
        `The data of clip are of version 99, and this product knows version ${String(dataVersion)}: run the newer product, or restore a copy from before its upgrade.`,
      ]);
      expect(lines).toEqual([
        `The data of auth are of version 1, to be upgraded to ${String(dataVersion)}: back them up and stop the services first`,
      ]);
    }
  });
});
