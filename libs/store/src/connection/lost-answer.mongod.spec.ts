import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toAppError, createLogger } from '@vault/base';
import { EmbeddedLog } from '@vault/messaging/embedded';
import { until } from '@vault/base/testing';
import { makeIndexes } from './make-indexes.ts';
import { ledgerSchema, type LedgerDocument } from '../testing/ledger.fixture.ts';
import { startMongod, type TestMongod } from '../testing/mongod.fixture.ts';
import { ReplyDroppingProxy } from '../testing/reply-dropping-proxy.fixture.ts';
import { connectMongo } from './connect-mongo.ts';
import { OutboxRelay } from '../outbox-relay.ts';
import { OwnedCollection } from '../owned-collection.ts';
import { addModels, type ServiceStore } from './service-store.ts';

const logger = createLogger({ level: 'silent' });
const models = [{ name: 'Ledger', schema: ledgerSchema }];
const service = 'upload';

describe('an executed write whose answer was lost', () => {
  let mongod: TestMongod;
  let proxy: ReplyDroppingProxy;
  let store: ServiceStore;
  let dir: string;
  let bus: EmbeddedLog;
  let relay: OutboxRelay;
  let ledgers: OwnedCollection<LedgerDocument>;
  let next = 0;

  beforeAll(async () => {
    mongod = await startMongod();
    await makeIndexes({
      access: { url: mongod.uri },
      service,
      models,
      namespace: undefined,
      print: () => undefined,
    });
    proxy = new ReplyDroppingProxy(mongod.port);
    const url = mongod.uri.replace(String(mongod.port), String(await proxy.listen()));
    store = connectMongo({ access: () => ({ url }), service, namespace: undefined, logger });
    addModels(store.connection, models);
    dir = mkdtempSync(join(tmpdir(), 'lost-answer-'));
    bus = new EmbeddedLog({ file: join(dir, 'log.sqlite'), logger });
    relay = new OutboxRelay(bus, logger);
    ledgers = new OwnedCollection(store.connection.model<LedgerDocument>('Ledger'), relay);
    await until(() => store.isReady());
  }, 120_000);

  afterAll(async () => {
    await relay.stop();
    await bus.close();
    await store.close();
    await proxy.close();
    await mongod.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const identity = () => ({ _id: `ledger-${String((next += 1))}`, ownerId: 'owner' });
  const addOne = ({ sum }: LedgerDocument) => ({ set: { sum: sum + 1 } });

  it('changes a document once without a conflict', async () => {
    const ledger = identity();
    await ledgers.insert({ ...ledger, sum: 0 });
    proxy.dropAnswersTo('findAndModify', 1);
    expect(await ledgers.change(ledger, addOne)).toMatchObject({ sum: 1, version: 1 });
    expect(proxy.seen).toBe(2);
    expect(await ledgers.findOne(ledger)).toMatchObject({ sum: 1, version: 1 });
  });

  it('creates a document without a duplicate-key error', async () => {
    const ledger = identity();
    proxy.dropAnswersTo('insert', 1);
    expect(await ledgers.insert({ ...ledger, sum: 7 })).toMatchObject({ sum: 7 });
    expect(proxy.seen).toBe(2);
    await expect(ledgers.insert({ ...ledger, sum: 8 })).rejects.toMatchObject({ code: 11_000 });
  });

  it('has no second effect when its message is delivered again after both answers were lost', async () => {
    const ledger = identity();
    await ledgers.insert({ ...ledger, sum: 0 });
    proxy.dropAnswersTo('findAndModify', 2);
    const change = () => ledgers.change(ledger, addOne, { messageId: 'one' });
    const failure: unknown = await change().catch((error: unknown) => error);
    expect(toAppError(failure)).toMatchObject({ code: 'unavailable' });
    expect(await change()).toMatchObject({ sum: 1, version: 1, handled: ['one'] });
  });
});
