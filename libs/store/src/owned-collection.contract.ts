import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { Connection, Model } from 'mongoose';
import { EmbeddedLog } from '@vault/messaging/embedded';
import { type EventBus, type Message, createEvent } from '@vault/messaging';
import { createLogger, type Logger } from '@vault/base';
import { until } from '@vault/base/testing';
import { hidingLedgerSchema, ledgerSchema, type LedgerDocument } from './testing/ledger.fixture.ts';
import type { OutboxFields } from './documents/aggregate.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { OwnedCollection } from './owned-collection.ts';

const logger = createLogger({ level: 'silent' });

function happened(subject: string): Message {
  return createEvent('upload.video-deleted.v1', subject, { videoId: subject, ownerId: 'owner' });
}

function noticed(subject: string): Message {
  return createEvent('upload.details-saved.v1', subject, { videoId: subject, ownerId: 'owner', version: 1 });
}

/** The store under test. */
export interface OpenStore {
  readonly connection: Connection;
  close(): Promise<void>;
}

/** The contract of a collection and its outbox, for every store. */
export function describeOwnedCollection(name: string, open: () => Promise<OpenStore>): void {
  describe(`owned documents on ${name}`, () => {
    let store: OpenStore;
    let dir: string;
    let bus: EmbeddedLog;
    let relay: OutboxRelay;
    let model: Model<LedgerDocument>;
    let ledgers: OwnedCollection<LedgerDocument>;
    let next = 0;

    beforeAll(async () => {
      dir = mkdtempSync(join(tmpdir(), 'owned-'));
      bus = new EmbeddedLog({ file: join(dir, 'log.sqlite'), logger });
      store = await open();
      relay = new OutboxRelay(bus, logger);
      model = store.connection.model<LedgerDocument>('Ledger', ledgerSchema);
      await model.init();
      ledgers = new OwnedCollection(model, relay);
    }, 120_000);

    afterAll(async () => {
      await relay.stop();
      await bus.close();
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    });

    async function openLedger(): Promise<{ _id: string; ownerId: string }> {
      const identity = { _id: `ledger-${String((next += 1))}`, ownerId: 'owner' };
      await ledgers.insert({ ...identity, sum: 0 });
      return identity;
    }

    it('applies each message once, however often and in whatever order messages are delivered', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ id: fc.integer({ min: 0, max: 8 }), by: fc.integer({ min: 1, max: 9 }) }), {
            maxLength: 30,
          }),
          async (messages) => {
            const identity = await openLedger();
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

    it('decides again when the document was changed meanwhile', async () => {
      const identity = await openLedger();
      await Promise.all(
        Array.from({ length: 15 }, (_, index) =>
          ledgers.change(identity, ({ sum }) => ({ set: { sum: sum + 1 } }), {
            messageId: `race-${String(index)}`,
          }),
        ),
      );
      expect(await ledgers.findOne(identity)).toMatchObject({ sum: 15, version: 15 });
    });

    it('changes a document that was read before, unless it has changed since, and once per message', async () => {
      const identity = await openLedger();
      const read = (await ledgers.findOne(identity))!;
      const decision = { set: { sum: 1 } };
      expect(await ledgers.changeSince(read, decision, { messageId: 'm' })).toMatchObject({
        sum: 1,
        version: 1,
        handled: ['m'],
      });
      expect(await ledgers.changeSince(read, { set: { sum: 2 } })).toBeNull();
      expect(await ledgers.findOne(identity)).toMatchObject({ sum: 1, version: 1 });
    });

    it('changes a document that matches without reading it, and once per message', async () => {
      const identity = await openLedger();
      const add = (by: number, messageId?: string, sum = 0) =>
        ledgers.changeMatching({ ...identity, sum }, { set: { sum: sum + by } }, { messageId });
      expect(await add(1, 'm')).toMatchObject({ sum: 1, version: 1, handled: ['m'] });
      expect(await add(1, 'm', 1)).toBeNull();
      expect(await add(1, 'n')).toBeNull();
      expect(await add(1, 'n', 1)).toMatchObject({ sum: 2, version: 2, handled: ['m', 'n'] });
      expect(await ledgers.findOne(identity)).toMatchObject({ sum: 2, version: 2 });
    });

    it('finds nothing for another owner', async () => {
      const { _id } = await openLedger();
      expect(await ledgers.findOne({ _id, ownerId: 'somebody-else' })).toBeNull();
      expect(
        await ledgers.change({ _id, ownerId: 'somebody-else' }, () => ({ set: { sum: 99 } })),
      ).toBeNull();
      expect(
        await ledgers.changeMatching({ _id, ownerId: 'somebody-else' }, { set: { sum: 99 } }),
      ).toBeNull();
      await ledgers.remove({ _id, ownerId: 'somebody-else' });
      expect((await ledgers.findOne({ _id, ownerId: 'owner' }))?.sum).toBe(0);
    });

    it('sends the events of a change, and empties the outbox', async () => {
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
      const identity = await openLedger();
      await ledgers.change(identity, () => ({ set: { sum: 1 }, events: [happened(identity._id)] }));
      await until(
        async () => ((await model.findOne({ _id: identity._id }).lean())?.outboxSince ?? null) === null,
      );
      await until(() => Promise.resolve(received.includes(identity._id)));
      expect((await model.findOne({ _id: identity._id }).lean())?.outbox).toEqual([]);
      await subscription.close();
    });

    it('sends the events of a stored document without reading it again', async () => {
      const identity = await openLedger();
      const findOne = model.findOne.bind(model);
      let reads = 0;
      model.findOne = ((...args: Parameters<typeof findOne>) => {
        reads += 1;
        return findOne(...args);
      }) as typeof model.findOne;
      try {
        await ledgers.change(identity, () => ({ events: [happened(identity._id)] }));
        await until(async () => (await ledgers.find(identity))[0]?.outbox.length === 0);
      } finally {
        model.findOne = findOne;
      }
      // The read on which the decision is based.
      expect(reads).toBe(1);
    });

    it('keeps events that are added while earlier ones are sent', async () => {
      const identity = await openLedger();
      const [first, second] = [happened(identity._id), happened(identity._id)];
      const sent: string[] = [];
      const publish = bus.publish.bind(bus);
      bus.publish = async (topic, messages) => {
        // Changes only the store, like another process.
        if (sent.length === 0)
          await model.updateOne({ _id: identity._id }, { $inc: { version: 1 }, $push: { outbox: second } });
        sent.push(...messages.map(({ id }) => id));
        await publish(topic, messages);
      };
      try {
        await ledgers.change(identity, () => ({ events: [first] }));
        await until(() => Promise.resolve(sent.length > 0));
        await relay.send(model as never, identity._id);
      } finally {
        bus.publish = publish;
      }
      expect(sent).toEqual([first.id, second.id]);
      expect(await ledgers.findOne(identity)).toMatchObject({ outbox: [] });
    });

    /** Runs work while the ids of published messages are collected; `onPublish` runs before each request. */
    async function collectSent(
      work: () => Promise<void>,
      onPublish?: (ids: readonly string[]) => Promise<unknown>,
    ) {
      const sent: string[] = [];
      const publish = bus.publish.bind(bus);
      bus.publish = async (topic, messages) => {
        await onPublish?.(messages.map(({ id }) => id));
        sent.push(...messages.map(({ id }) => id));
        await publish(topic, messages);
      };
      await work().finally(() => (bus.publish = publish));
      return sent;
    }
    /** As another process leaves it: this relay does not know of it. */
    const fill = (_id: string, outbox: readonly Message[]) =>
      model.updateOne({ _id }, { $set: { outbox, outboxSince: new Date() }, $inc: { version: 1 } });

    it('publishes only the last of equal notices, and all other events, in order', async () => {
      const { _id } = await openLedger();
      const outbox = [noticed(_id), happened(_id), noticed(_id), happened(_id), noticed(_id)];
      await fill(_id, outbox);
      const sent = await collectSent(() => relay.send(model as never, _id));
      expect(sent).toEqual([1, 3, 4].map((index) => outbox[index]?.id));
      expect(await model.findOne({ _id }).lean()).toMatchObject({ outbox: [] });
    });

    it('publishes an event in the same turn, and a notice later', async () => {
      const [{ _id: changed }, { _id: other }] = [await openLedger(), await openLedger()];
      const [event, notice] = [happened(changed), noticed(other)];
      let runs: Promise<unknown> = Promise.resolve();
      const sentAtOnce = await collectSent(async () => {
        const sends = [
          relay.send(model as never, other, { outbox: [notice], version: 0 }),
          relay.send(model as never, changed, { outbox: [event], version: 0 }),
        ];
        runs = Promise.all(sends);
        await nextTurn();
      });
      expect(sentAtOnce).toEqual([event.id]);
      await runs;
    });

    it('publishes all events of two changes whose answers came in the wrong order', async () => {
      const { _id } = await openLedger();
      const outbox = [happened(_id), happened(_id)];
      await fill(_id, outbox);
      const sent = await collectSent(async () => {
        const newer = relay.send(model as never, _id, { outbox, version: 1 });
        await Promise.all([
          newer,
          relay.send(model as never, _id, { outbox: outbox.slice(0, 1), version: 0 }),
        ]);
      });
      expect(sent).toEqual(outbox.map(({ id }) => id));
      expect(await model.findOne({ _id }).lean()).toMatchObject({ outbox: [] });
    });

    it('empties outboxes that are sent at the same time, also of what another process adds meanwhile', async () => {
      const ids = [(await openLedger())._id, (await openLedger())._id, (await openLedger())._id];
      const [changed = ''] = ids;
      const first = happened(changed);
      for (const id of ids) await fill(id, [id === changed ? first : happened(id)]);
      const late = happened(changed);
      let isAdded = false;
      const sent = await collectSent(
        async () => void (await Promise.all(ids.map((id) => relay.send(model as never, id)))),
        async (published) => {
          // Before that, the late one would be read and sent with the first.
          if (isAdded || !published.includes(first.id)) return;
          isAdded = true;
          await model.updateOne({ _id: changed }, { $push: { outbox: late }, $inc: { version: 1 } });
        },
      );
      expect(sent).toHaveLength(4);
      expect(sent.indexOf(late.id)).toBeGreaterThan(sent.indexOf(first.id));
      const found = await model.find({ _id: { $in: ids } }).lean();
      expect(found.filter(({ outbox, outboxSince }) => outbox.length > 0 || outboxSince)).toEqual([]);
    });

    it('publishes an event at once, also while a notice of its document waits', async () => {
      const { _id } = await openLedger();
      const [notice, event] = [noticed(_id), happened(_id)];
      await fill(_id, [notice, event]);
      const sent: string[] = [];
      await collectSent(
        async () => {
          const notices = relay.send(model as never, _id, { outbox: [notice], version: 0 });
          await relay.send(model as never, _id, { outbox: [notice, event], version: 1 });
          expect(sent).toEqual([notice.id, event.id]);
          await notices;
        },
        (ids) => Promise.resolve(sent.push(...ids)),
      );
      expect(sent).toEqual([notice.id, event.id]);
    });

    it('changes documents whose reads omit outbox and handled ids', async () => {
      const hiding = store.connection.model<LedgerDocument>('HidingLedger', hidingLedgerSchema);
      await hiding.init();
      const collection = new OwnedCollection(hiding, relay);
      const identity = { _id: `hiding-${String((next += 1))}`, ownerId: 'owner' };
      await collection.insert({ ...identity, sum: 0 }, [happened(identity._id)]);
      const event = happened(identity._id);
      for (let repeat = 0; repeat < 2; repeat += 1)
        await collection.change(identity, ({ sum }) => ({ set: { sum: sum + 1 }, events: [event] }), {
          messageId: 'once',
        });
      const read = await collection.findOne(identity);
      expect(read).toMatchObject({ sum: 1 });
      expect([Object.hasOwn(read ?? {}, 'outbox'), Object.hasOwn(read ?? {}, 'handled')]).toEqual([
        false,
        false,
      ]);
      const whole = () => hiding.findOne({ _id: identity._id }).select('+outbox +handled').lean();
      await until(async () => (await whole())?.outbox.length === 0);
      expect((await whole())?.handled).toEqual(['once']);
      // The state after a crash: the sweep must read the omitted fields.
      await hiding.updateOne(
        { _id: identity._id },
        { $push: { outbox: happened(identity._id) }, $set: { outboxSince: new Date() } },
      );
      await relay.sweep();
      expect((await whole())?.outbox).toEqual([]);
    });

    it('accepts decisions that set nothing, and does not change undefined fields', async () => {
      const identity = await openLedger();
      await ledgers.change(identity, () => ({ set: { sum: 3 } }));
      const noted = await ledgers.change(identity, () => ({}), { messageId: 'only-noted' });
      expect(noted).toMatchObject({ sum: 3, version: 2, handled: ['only-noted'] });
      const same = await ledgers.change(identity, () => ({ set: { sum: undefined } }));
      expect(same).toMatchObject({ sum: 3, version: 3 });
      const without = await ledgers.change(identity, () => ({ unset: ['sum'] }));
      expect(without).not.toHaveProperty('sum');
    });

    it('sends a long outbox in order, including events added meanwhile', async () => {
      const identity = await openLedger();
      const storedEvents = Array.from({ length: 250 }, () => happened(identity._id));
      const late = happened(identity._id);
      await model.updateOne(
        { _id: identity._id },
        { $push: { outbox: { $each: storedEvents } }, $set: { outboxSince: new Date() } },
      );
      const sent: string[] = [];
      const publish = bus.publish.bind(bus);
      bus.publish = async (topic, messages) => {
        if (sent.length === 0) await ledgers.change(identity, () => ({ events: [late] }));
        sent.push(...messages.map(({ id }) => id));
        await publish(topic, messages);
      };
      const sending = [relay, relay, relay].map((same) => same.send(model as never, identity._id));
      await Promise.all(sending);
      await until(
        async () => ((await model.findOne({ _id: identity._id }).lean())?.outbox ?? []).length === 0,
      );
      bus.publish = publish;
      expect(sent).toEqual([...storedEvents, late].map(({ id }) => id));
    });

    it('sends events that remained in an outbox after a crash', async () => {
      const identity = await openLedger();
      // The state after a crash between the change and the publishing.
      await model.updateOne(
        { _id: identity._id },
        { $push: { outbox: happened(identity._id) }, $set: { outboxSince: new Date() } },
      );
      await relay.sweep();
      const swept = await model.findOne({ _id: identity._id }).lean();
      expect(swept?.outbox).toEqual([]);
      expect(swept?.outboxSince ?? null).toBeNull();
    });

    it('does not publish while the broker is unavailable, and publishes afterwards', async () => {
      const published: string[] = [];
      const publish = (_topic: string, messages: readonly Message[]) =>
        Promise.resolve(void published.push(...messages.map(({ id }) => id)));
      const broker = { isUnavailable: true, publish };
      const own = new OutboxRelay(broker as unknown as EventBus, logger);
      const collection = new OwnedCollection(model, own);
      const identity = await openLedger();
      const event = happened(identity._id);
      await collection.change(identity, () => ({ events: [event] }));
      await own.sweep();
      expect(published).toEqual([]);
      broker.isUnavailable = false;
      await own.sweep();
      expect(published).toContain(event.id);
      expect(await ledgers.findOne(identity)).toMatchObject({ outbox: [] });
    });

    it('logs a failure when it begins and when it ends, and not at each retry', async () => {
      const logged: string[] = [];
      const log = (_details: object, msg: string) => void logged.push(msg);
      let isDamaged = true;
      const publish = () => (isDamaged ? Promise.reject(new Error('damaged')) : Promise.resolve());
      const own = new OutboxRelay(
        { publish } as unknown as EventBus,
        { ...logger, warn: log, info: log } as unknown as Logger,
      );
      const broken = {
        modelName: 'Broken',
        find: () => {
          if (isDamaged) throw new Error('damaged');
          return model.find({ _id: 'none' });
        },
      };
      own.register(broken as unknown as Model<OutboxFields>);
      const identity = await openLedger();
      await new OwnedCollection(model, own).change(identity, () => ({ events: [happened(identity._id)] }));
      for (const damaged of [true, false, true]) {
        isDamaged = damaged;
        for (let sweeps = 0; sweeps < 3; sweeps += 1) await own.sweep();
      }
      const [sweep, outbox] = [
        'the sweep of outboxes of Broken',
        `sending the outbox Ledger/${identity._id}`,
      ];
      const failed = 'failed and will be retried';
      expect(logged.filter((msg) => msg.startsWith(sweep))).toEqual([
        `${sweep} ${failed}`,
        `${sweep} works again`,
        `${sweep} ${failed}`,
      ]);
      expect(logged.filter((msg) => msg.startsWith(outbox))).toEqual([
        `${outbox} ${failed}`,
        `${outbox} works again`,
      ]);
      await own.stop();
    });

    it('starts nothing after it was stopped, and keeps later events', async () => {
      const own = new OutboxRelay(bus, logger);
      const collection = new OwnedCollection(model, own);
      own.start();
      await own.stop();
      const identity = await openLedger();
      await collection.change(identity, () => ({ events: [happened(identity._id)] }));
      await own.sweep();
      const storedRecord = await model.findOne({ _id: identity._id }).lean();
      expect(storedRecord?.outbox).toHaveLength(1);
      expect(storedRecord?.outboxSince).toBeInstanceOf(Date);
    });
  });
}
