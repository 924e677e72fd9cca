import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedDriver } from '@vault/embedded-mongo';
import { Mongoose, type Connection } from 'mongoose';
import { type EventBus, createMessage } from '@vault/messaging';
import { createLogger } from '@vault/base';
import { OutboxRelay, OwnedCollection } from '@vault/store';
import { ledgerSchema, type LedgerDocument } from '@vault/store/testing';
import { outboxMetrics } from './service-metrics.ts';
import { Metrics } from './metrics.ts';

const logger = createLogger({ level: 'silent' });

describe('the metrics of outboxes', () => {
  const dir = mkdtempSync(join(tmpdir(), 'outbox-metrics-'));
  let connection: Connection;
  beforeAll(async () => {
    const mongoose = new Mongoose();
    mongoose.setDriver(createEmbeddedDriver());
    connection = await mongoose.createConnection(`sqlite:${join(dir, 'store.sqlite')}`).asPromise();
  });
  afterAll(async () => {
    await connection.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('report waiting documents while the broker is unavailable, and 0 after they were sent', async () => {
    let isUnavailable = true;
    const publish = () => (isUnavailable ? Promise.reject(new Error('away')) : Promise.resolve());
    const relay = new OutboxRelay({ publish } as unknown as EventBus, logger);
    const model = connection.model<LedgerDocument>('Ledger', ledgerSchema);
    const ledgers = new OwnedCollection(model, relay);
    const metrics = new Metrics(logger);
    outboxMetrics(metrics, 'upload', relay);
    const valueOf = async (name: string) => {
      const line = (await metrics.scrape()).split('\n').find((one) => one.startsWith(`${name}{`));
      return Number(line?.split(' ').at(-1));
    };

    await ledgers.insert({ _id: 'silent', ownerId: 'owner', sum: 0 });
    expect(await valueOf('outbox_documents')).toBe(0);
    expect(await valueOf('outbox_oldest_age_seconds')).toBe(0);
    for (const subject of ['one', 'two']) {
      const data = { videoId: subject, ownerId: 'owner' };
      const message = createMessage({ type: 'upload.video-deleted.v1', source: 'upload', subject, data });
      await ledgers.insert({ _id: subject, ownerId: 'owner', sum: 0 }, [message]);
    }
    await model.updateOne({ _id: 'one' }, { $set: { outboxSince: new Date(Date.now() - 60_000) } });
    expect(await valueOf('outbox_documents')).toBe(2);
    expect(await valueOf('outbox_oldest_age_seconds')).toBeGreaterThanOrEqual(60);

    isUnavailable = false;
    await relay.sweep();
    expect(await valueOf('outbox_documents')).toBe(0);
    expect(await valueOf('outbox_oldest_age_seconds')).toBe(0);
    await relay.stop();
  });
});
