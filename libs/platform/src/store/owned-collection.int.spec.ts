import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedDriver } from '@vault/embedded-mongo';
import fc from 'fast-check';
import { Mongoose, type Connection, type Model } from 'mongoose';
import { EmbeddedLog } from '../events/embedded/embedded-log.ts';
import type { Message } from '../events/message.ts';
import { createLogger } from '../logging/logger.ts';
import { createMessage } from '../messaging/create-message.ts';
import { ledgerSchema, type LedgerDocument } from '../testing/ledger.fixture.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { OwnedCollection } from './owned-collection.ts';

const logger = createLogger({ level: 'silent' });

function happened(subject: string): Message {
  const data = { videoId: subject, ownerId: 'owner' };
  return createMessage({ type: 'upload.video-deleted.v1', source: 'upload', subject, data });
}

describe(OwnedCollection, () => {
  let dir: string;
  let bus: EmbeddedLog;
  let connection: Connection;
  let relay: OutboxRelay;
  let model: Model<LedgerDocument>;
  let ledgers: OwnedCollection<LedgerDocument>;
  let next = 0;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'owned-'));
    bus = new EmbeddedLog({ file: join(dir, 'log.sqlite'), logger });
    const mongoose = new Mongoose();
    mongoose.setDriver(createEmbeddedDriver());
    connection = await mongoose.createConnection(`sqlite:${join(dir, 'store.sqlite')}`).asPromise();
    relay = new OutboxRelay(bus, logger);
    model = connection.model<LedgerDocument>('Ledger', ledgerSchema);
    await model.init();
    ledgers = new OwnedCollection(model, relay);
  });

  afterAll(async () => {
    await relay.stop();
    await bus.close();
    await connection.close();
    rmSync(dir, { recursive: true, force: true });
  });

  async function open(): Promise<{ _id: string; ownerId: string }> {
    const identity = { _id: `ledger-${String((next += 1))}`, ownerId: 'owner' };
    await ledgers.insert({ ...identity, sum: 0 });
    return identity;
  }

  it('applies each message once, however often and in whatever order it comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: fc.integer({ min: 0, max: 8 }), by: fc.integer({ min: 1, max: 9 }) }), {
          maxLength: 30,
        }),
        async (messages) => {
          const identity = await open();
          const firstById = new Map<number, number>();
          for (const { id, by } of messages) {
            if (!firstById.has(id)) firstById.set(id, by);
            await ledgers.change(identity, ({ sum }) => ({ set: { sum: sum + by } }), {
              messageId: `m-${String(id)}`,
            });
          }
          const expected = [...firstById.values()].reduce((total, by) => total + by, 0);
          expect((await ledgers.findOne(identity))?.sum).toBe(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('decides anew when somebody else changed the document in between', async () => {
    const identity = await open();
    await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        ledgers.change(identity, ({ sum }) => ({ set: { sum: sum + 1 } }), {
          messageId: `race-${String(index)}`,
        }),
      ),
    );
    expect(await ledgers.findOne(identity)).toMatchObject({ sum: 15, version: 15 });
  });

  it('finds nothing for another owner', async () => {
    const { _id } = await open();
    expect(await ledgers.findOne({ _id, ownerId: 'somebody-else' })).toBeNull();
    expect(await ledgers.change({ _id, ownerId: 'somebody-else' }, () => ({ set: { sum: 99 } }))).toBeNull();
    await ledgers.remove({ _id, ownerId: 'somebody-else' });
    expect((await ledgers.findOne({ _id, ownerId: 'owner' }))?.sum).toBe(0);
  });

  it('sends what a change tells, and empties the outbox', async () => {
    const received: string[] = [];
    const subscription = await bus.subscribe({
      group: 'listener',
      topics: ['upload.events'],
      from: 'latest',
      handler: ({ message }) => {
        received.push(message.subject);
        return Promise.resolve();
      },
    });
    const identity = await open();
    await ledgers.change(identity, () => ({ set: { sum: 1 }, events: [happened(identity._id)] }));
    await until(
      async () => ((await model.findOne({ _id: identity._id }).lean())?.outboxSince ?? null) === null,
    );
    await until(() => Promise.resolve(received.includes(identity._id)));
    expect((await model.findOne({ _id: identity._id }).lean())?.outbox).toEqual([]);
    await subscription.close();
  });

  it('sends later what a crash kept in an outbox', async () => {
    const identity = await open();
    // As a process leaves it that died between the change and the sending.
    await model.updateOne(
      { _id: identity._id },
      { $push: { outbox: happened(identity._id) }, $set: { outboxSince: new Date() } },
    );
    await relay.sweep();
    const swept = await model.findOne({ _id: identity._id }).lean();
    expect(swept?.outbox).toEqual([]);
    expect(swept?.outboxSince ?? null).toBeNull();
  });
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 10_000;
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error('It did not come true within ten seconds.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
