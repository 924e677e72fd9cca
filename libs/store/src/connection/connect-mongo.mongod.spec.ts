import { Writable } from 'node:stream';
import { toAppError, createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import { dataVersionCollection, noteDataVersion } from './data-version.ts';
import { makeIndexes } from './make-indexes.ts';
import { ledgerSchema } from '../testing/ledger.fixture.ts';
import { startMongod, type TestMongod } from '../testing/mongod.fixture.ts';
import { connectMongo } from './connect-mongo.ts';
import { addModels, type ServiceStore } from './service-store.ts';

const models = [{ name: 'Ledger', schema: ledgerSchema }];
const service = 'upload';
/** Far more than any time limit of the connection, far less than the driver's defaults, in milliseconds. */
const bounded = 9_000;

describe(connectMongo, () => {
  let mongod: TestMongod;
  let store: ServiceStore;
  let lines: string[];

  beforeAll(async () => {
    mongod = await startMongod();
  }, 120_000);
  afterAll(() => mongod.stop());

  beforeEach(() => {
    lines = [];
  });
  afterEach(() => store.close());

  function open(): void {
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const logger = createLogger({ level: 'info', destination }).child({ service });
    store = connectMongo({ access: () => ({ url: mongod.uri }), service, namespace: undefined, logger });
    addModels(store.connection, models);
  }

  const isReady = () => store.isReady().catch(() => false);
  const countLines = (text: string) => lines.filter((line) => line.includes(text)).length;
  const read = () => store.connection.model('Ledger').findOne({ _id: 'x' }).lean().exec();
  const migrate = () =>
    makeIndexes({
      access: { url: mongod.uri },
      service,
      models,
      namespace: undefined,
      print: () => undefined,
    });

  async function expectUnavailable(): Promise<void> {
    const failure: unknown = await Promise.race([
      read().catch((error: unknown) => error),
      new Promise((resolve) => setTimeout(() => resolve('still waiting'), bounded).unref()),
    ]);
    expect(toAppError(failure)).toMatchObject({ code: 'unavailable' });
  }

  it('has its indexes after the migrate command, and logs that command until then', async () => {
    open();
    await until(isReady);
    await store.prepareIndexes();
    await until(() => countLines('migrate command'));
    expect(store.hasIndexes()).toBe(false);
    await migrate();
    await until(() => store.hasIndexes());
    expect(countLines('ledgers.outboxSince_1')).toBe(1);
  }, 60_000);

  it.each([1, 99])(
    'is not ready with data of version %i, and says what to do',
    async (version) => {
      await migrate();
      open();
      await until(isReady);
      const { db } = store.connection;
      await db!.collection(dataVersionCollection).updateOne({}, { $set: { version } });
      await store.prepareIndexes();
      await until(() => countLines(`are of version ${String(version)}, and this product`));
      expect(store.hasIndexes()).toBe(false);
      await noteDataVersion(db!);
      await until(() => store.hasIndexes());
    },
    60_000,
  );

  it('waits for a server that is not running, and is ready when it starts', async () => {
    await mongod.kill();
    open();
    await store.prepareIndexes();
    await until(() => countLines('the store is unavailable'));
    await expectUnavailable();
    expect(await isReady()).toBe(false);
    await mongod.restart();
    await until(isReady);
    await until(() => store.hasIndexes());
    await read();
    expect(countLines('the store is unavailable')).toBe(1);
    expect(countLines('the store is available again')).toBe(1);
    expect(lines.map((line) => line.match(/"service"/g)?.length)).toEqual(lines.map(() => 1));
  }, 60_000);

  it('is not ready while the server hangs, and answers in bounded time', async () => {
    open();
    await until(isReady);
    await mongod.pause();
    try {
      await expectUnavailable();
      expect(await isReady()).toBe(false);
    } finally {
      await mongod.resume();
    }
    await until(isReady);
    await read();
  }, 60_000);

  it('continues after a crash of the server', async () => {
    open();
    await until(isReady);
    await mongod.kill();
    await expectUnavailable();
    expect(await isReady()).toBe(false);
    await mongod.restart();
    await until(isReady);
    await read();
  }, 60_000);

  it('is not ready while the server is not the primary', async () => {
    open();
    await until(isReady);
    const admin = store.connection.getClient().db('admin');
    const stepDown = { replSetStepDown: 60, secondaryCatchUpPeriodSecs: 0, force: true };
    await admin.command(stepDown);
    await until(isReady, (answer) => !answer);
    await admin.command({ replSetFreeze: 0 });
    await until(isReady);
  }, 60_000);
});
