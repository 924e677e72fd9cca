import { createLogger } from '@vault/base';
import { makeIndexes, connectMongo, mongoAccessOf, type MongoStore, addModels } from '@vault/store';
import { ledgerSchema, startMongod, type TestMongod } from '@vault/store/testing';
import { TestAuthority, type TestCertificate, until } from '@vault/base/testing';
import { makeAccounts } from './common/make-accounts.ts';

const service = 'upload';
const models = [{ name: 'Ledger', schema: ledgerSchema }];
const subject = 'CN=upload';
const none = { MONGO_USERNAME: undefined, MONGO_PASSWORD: undefined };

describe('MongoDB with TLS', () => {
  const authority = new TestAuthority();
  const certificate = () => authority.issue({ names: ['upload'], commonName: 'upload' });
  let mongod: TestMongod;
  let log: string;
  let store: MongoStore | undefined;

  beforeAll(async () => {
    const own = authority.issue({ names: ['localhost'], commonName: 'mongod' });
    mongod = await startMongod({ auth: true, tls: { ...own, ca: authority.ca } });
    const access = mongoAccessOf(mongod.uri.replace('127.0.0.1', 'localhost'), { ...none, ...variables() });
    await makeIndexes({ access, service, models, namespace: undefined, print: () => undefined });
    const accounts = [{ service, subject } as const];
    const lines: string[] = [];
    const make = () =>
      makeAccounts({ admin: access, accounts, namespace: undefined, print: (line) => lines.push(line) });
    await make();
    await make();
    expect(lines).toEqual([
      'account CN=upload of vault-upload: made',
      'account CN=upload of vault-upload: found',
    ]);
  }, 120_000);
  afterAll(() => mongod.stop());
  beforeEach(() => {
    log = '';
  });
  afterEach(async () => {
    await store?.close();
    store = undefined;
  });

  function variables(own?: TestCertificate, ca = authority.ca) {
    return { MONGO_CA: ca, MONGO_CERT: own?.cert, MONGO_KEY: own?.key };
  }

  function open(config: ReturnType<typeof variables>): MongoStore {
    const logger = createLogger({ level: 'info', destination: { write: (line) => void (log += line) } });
    const url = `mongodb://localhost:${String(mongod.port)}/?directConnection=true`;
    const access = () => mongoAccessOf(url, { ...none, ...config });
    store = connectMongo({ access, service, namespace: undefined, logger });
    addModels(store.connection, models);
    return store;
  }

  async function openReady(config: ReturnType<typeof variables>): Promise<MongoStore> {
    const opened = open(config);
    await until(() => opened.isReady().catch(() => false));
    return opened;
  }

  it('accepts a certificate as the account of a service, with the rights for its own database only', async () => {
    const { connection } = await openReady(variables(certificate()));
    await connection.model('Ledger').updateOne({ _id: 'a' }, { $inc: { sum: 1 } }, { upsert: true });
    const other = connection.getClient().db('vault-auth').collection('users');
    await expect(other.findOne({})).rejects.toMatchObject({ codeName: 'Unauthorized' });
  }, 60_000);

  it('uses a renewed certificate for new connections, and fails no operation', async () => {
    const config = variables(certificate());
    const opened = await openReady(config);
    const { connection } = opened;
    const ledgers = connection.model('Ledger');
    const failures: unknown[] = [];
    let isEnding = false;
    const loop = async () => {
      while (!isEnding) await ledgers.findOne({ _id: 'a' }).lean();
    };
    const running = loop().catch((error: unknown) => failures.push(error));
    for (const renewed of [certificate(), certificate()]) {
      const previous = connection.getClient();
      Object.assign(config, variables(renewed));
      opened.refresh();
      await until(() => connection.getClient() !== previous);
      expect(connection.getClient().options.cert).toBe(renewed.cert);
    }
    isEnding = true;
    await running;
    expect(failures).toEqual([]);
    expect(log).not.toContain('unavailable');
  }, 60_000);

  it('reads nothing without a certificate', async () => {
    const { connection } = await openReady(variables());
    await expect(connection.model('Ledger').findOne({}).exec()).rejects.toMatchObject({ code: 13 });
  }, 60_000);

  const ofOthers = { names: ['auth'], commonName: 'auth' };
  const expired = { names: ['upload'], commonName: 'upload', days: -1 };
  it.each([
    ['a server whose authority is unknown', () => variables(certificate(), new TestAuthority('Other').ca)],
    ['an expired certificate', () => variables(authority.issue(expired))],
    ['a certificate of another service', () => variables(authority.issue(ofOthers))],
  ])(
    'is not ready with %s',
    async (_, config) => {
      const opened = open(config());
      await until(() => log.includes('the store is unavailable'));
      await expect(opened.isReady()).resolves.toBe(false);
      expect(log.split('\n').filter((line) => line.includes('unavailable'))).toHaveLength(1);
    },
    60_000,
  );
});
