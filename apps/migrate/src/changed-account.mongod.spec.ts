import { createLogger } from '@vault/base';
import { makeIndexes, connectMongo, type MongoStore, addModels } from '@vault/store';
import { ledgerSchema, startMongod, type TestMongod } from '@vault/store/testing';
import { until } from '@vault/base/testing';
import { makeAccounts } from './common/make-accounts.ts';

const service = 'upload';
const models = [{ name: 'Ledger', schema: ledgerSchema }];

describe('a password on MongoDB that changes under load', () => {
  let mongod: TestMongod;
  let store: MongoStore;
  let log: string;
  let password: string;
  const url = () => `mongodb://upload:${password}@127.0.0.1:${String(mongod.port)}/?directConnection=true`;
  const set = (changed: string) =>
    makeAccounts({
      admin: { url: mongod.uri },
      accounts: [{ service, password: changed }],
      namespace: undefined,
      print: () => undefined,
    });

  beforeAll(async () => {
    mongod = await startMongod({ auth: true });
    await makeIndexes({
      access: { url: mongod.uri },
      service,
      models,
      namespace: undefined,
      print: () => undefined,
    });
  }, 120_000);
  afterAll(() => mongod.stop());

  beforeEach(async () => {
    password = 'the-first-password';
    await set(password);
    log = '';
    const logger = createLogger({ level: 'info', destination: { write: (line) => void (log += line) } });
    store = connectMongo({ access: () => ({ url: url() }), service, namespace: undefined, logger });
    addModels(store.connection, models);
    await until(() => store.isReady().catch(() => false));
  });
  afterEach(() => store.close());

  it('loses no operation, and new connections use the new one', async () => {
    const ledgers = store.connection.model('Ledger');
    const failures: unknown[] = [];
    let [done, isEnding] = [0, false];
    const loop = async (owner: string) => {
      while (!isEnding) {
        await ledgers.updateOne({ _id: owner }, { $inc: { sum: 1 } }, { upsert: true });
        await ledgers.findOne({ _id: owner }).lean();
        done += 1;
      }
    };
    const loops = ['a', 'b', 'c', 'd'].map((owner) =>
      loop(owner).catch((error: unknown) => failures.push(error)),
    );
    const more = async () => {
      const before = done;
      await until(() => failures.length > 0 || done > before + 50);
    };
    await more();
    for (const changed of ['the-second-password', 'the-third-password']) {
      const previous = store.connection.getClient();
      await set(changed);
      await more();
      password = changed;
      store.refresh();
      await until(() => store.connection.getClient() !== previous);
      expect(store.connection.getClient().options.credentials?.password).toBe(changed);
      await more();
      expect(await store.isReady()).toBe(true);
    }
    isEnding = true;
    await Promise.all(loops);
    expect(failures).toEqual([]);
    const sums = await ledgers.find().lean<{ sum: number }[]>();
    expect(sums.reduce((all, { sum }) => all + sum, 0)).toBe(done);
    expect(log).not.toContain('unavailable');
  }, 60_000);

  it('is used as soon as the server accepts it; the previous connections serve until then', async () => {
    const ledgers = store.connection.model('Ledger');
    const previous = store.connection.getClient();
    password = 'a-later-password';
    store.refresh();
    await until(() => log.includes('the store cannot be reached with its new account'));
    await ledgers.findOne({ _id: 'a' }).lean();
    expect(store.connection.getClient()).toBe(previous);
    await set(password);
    await until(() => store.connection.getClient() !== previous);
    await ledgers.findOne({ _id: 'a' }).lean();
    expect(log).not.toContain(password);
  }, 60_000);
});
