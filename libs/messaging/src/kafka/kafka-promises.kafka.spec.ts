import { randomUUID } from 'node:crypto';
import { until } from '@vault/base/testing';
import { backOff } from '@vault/base';
import type { Delivery, SubscribeOptions } from '../events/event-bus.ts';
import { PoisonMessageError } from '../events/event-errors.ts';
import { makeGate } from '../events/contract/gate.ts';
import { makeMessage } from '../events/contract/make-message.ts';
import { newGroup } from '../events/contract/bus-fixture.ts';
import type { RequiredTopic } from './topics/ensure-topics.ts';
import { ensureTopics } from './topics/ensure-topics.ts';
import { KafkaClient } from './connection/kafka-client.ts';
import type { KafkaEventBusOptions } from './kafka-event-bus.ts';
import { KafkaEventBus } from './kafka-event-bus.ts';
import { appendRaw, createTopic, openKillable, quickOptions, silent, startKafka } from './kafka-harness.ts';
import { KafkaAdmin } from './connection/kafka-admin.ts';
import type { KafkaRecord } from './connection/kafka-types.ts';
import { TopicReader } from './topics/topic-reader.ts';

const brokerList = process.env['KAFKA_BROKERS'];
const server =
  brokerList === undefined ? await startKafka() : { brokers: brokerList, stop: () => Promise.resolve() };
const { brokers } = server;
const limitMs = 60_000;
const quick = { maxAttempts: 3, delay: () => 5 };
const toPoison = () => Promise.reject(new PoisonMessageError('no'));

const buses: KafkaEventBus[] = [];

function open(more: Partial<KafkaEventBusOptions> = {}): KafkaEventBus {
  const bus = new KafkaEventBus({ ...quickOptions(brokers, silent), ...more });
  buses.push(bus);
  return bus;
}

async function collect(
  bus: KafkaEventBus,
  options: Pick<SubscribeOptions, 'topics'> & Partial<SubscribeOptions>,
) {
  const received: Delivery[] = [];
  const subscription = await bus.subscribe({
    group: newGroup(),
    retry: quick,
    ...options,
    handler: async (delivery) => {
      await options.handler?.(delivery);
      received.push(delivery);
    },
  });
  const data = () => received.map(({ message }) => message.data);
  const settled = () => until(async () => (await subscription.lag()) === 0);
  return { received, subscription, data, settled };
}

function tools() {
  const client = new KafkaClient({ brokers: [brokers], clientId: 'test', logger: silent });
  return { client, admin: new KafkaAdmin(() => client.openAdmin()) };
}

async function readAll(topic: string): Promise<KafkaRecord[]> {
  const { client, admin } = tools();
  const reader = new TopicReader(topic, client, admin);
  const records: KafkaRecord[] = [];
  await reader.open();
  await reader.read(await admin.bounds([topic]), (record) => records.push(record));
  await reader.close();
  await admin.close();
  return records;
}

async function committedOf(group: string, topic: string): Promise<number> {
  const { admin } = tools();
  const offsets = await admin.committed(group, [topic]);
  await admin.close();
  return offsets.reduce((sum, { offset }) => sum + offset, 0);
}

describe('guarantees of the bus on Kafka beyond the contract', () => {
  beforeAll(() => createTopic(brokers, { partitions: 1, name: 'dead-letters' }), limitMs);
  afterEach(() => Promise.all(buses.splice(0).map((bus) => bus.close())), limitMs);
  afterAll(() => server.stop());

  it('writes CloudEvents in the binary mode of Kafka', async () => {
    const topic = await createTopic(brokers);
    const message = { ...makeMessage('a', { n: 1 }), deadline: '2030-01-01T00:00:00.000Z' };
    await open().publish(topic, [message]);
    const [record] = await readAll(topic);
    expect(record).toMatchObject({ key: 'a' });
    expect(record?.value?.toString()).toBe('{"n":1}');
    expect(record?.headers).toEqual({
      ce_specversion: '1.0',
      ce_id: message.id,
      ce_type: message.type,
      ce_source: message.source,
      ce_time: message.time,
      ce_subject: 'a',
      ce_correlationid: message.correlationid,
      ce_deadline: message.deadline,
      'content-type': 'application/json',
    });
  });

  it(
    'stays in the group while a handler runs longer than the session time-out',
    async () => {
      const topic = await createTopic(brokers);
      const bus = open({ sessionTimeout: 1000 });
      let tries = 0;
      const { received, settled, subscription } = await collect(bus, {
        topics: [topic],
        handler: async ({ message }) => {
          if (message.data !== 'slow') return;
          tries += 1;
          // Longer than the session time-out.
          await new Promise((resolve) => setTimeout(resolve, 2500));
        },
      });
      await bus.publish(topic, [makeMessage('a', 'slow')]);
      await until(() => tries === 1);
      await bus.publish(topic, [makeMessage('b', 'quick')]);
      await until(() => received.length > 0);
      expect(received[0]?.message.data).toBe('quick');
      expect(subscription.isHealthy).toBe(true);
      await settled();
      expect(tries).toBe(1);
    },
    limitMs,
  );

  it(
    'reads a bounded number of messages beyond an unhandled one, and reads on when it is handled',
    async () => {
      const topic = await createTopic(brokers, { partitions: 1 });
      const bus = open({ limits: { messages: 20, span: 100 } });
      const gate = makeGate();
      const group = newGroup();
      const { data, settled, subscription } = await collect(bus, {
        group,
        topics: [topic],
        handler: ({ message }) => (message.subject === 'stuck' ? gate.promise : Promise.resolve()),
      });
      const others = Array.from({ length: 300 }, (_, n) => makeMessage(`key-${String(n % 7)}`, n));
      await bus.publish(topic, [makeMessage('stuck', 'stuck'), ...others]);
      await until(() => data().length >= 50);
      // A message of another key arrives; even after several fetches it must not be read.
      await bus.publish(topic, [makeMessage('late', 'late')]);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(data().length).toBeLessThan(100);
      expect(await committedOf(group, topic)).toBe(0);
      expect(await subscription.lag()).toBe(302);
      gate.open();
      await settled();
      expect(data()).toHaveLength(302);
      await until(async () => (await committedOf(group, topic)) === 302);
    },
    limitMs,
  );

  it(
    'reassigns partitions at once when a member leaves',
    async () => {
      const topic = await createTopic(brokers);
      const sessionTimeout = 30_000;
      const group = newGroup();
      const first = await collect(open({ sessionTimeout, heartbeatInterval: 50 }), {
        group,
        topics: [topic],
      });
      const bus = open({ sessionTimeout, heartbeatInterval: 50 });
      const second = await collect(bus, { group, topics: [topic] });
      await first.subscription.close();
      const started = performance.now();
      await bus.publish(
        topic,
        Array.from({ length: 30 }, (_, n) => makeMessage(`key-${String(n)}`, n)),
      );
      await until(() => second.received.length + first.received.length === 30);
      expect(performance.now() - started).toBeLessThan(sessionTimeout / 3);
    },
    limitMs,
  );

  it(
    'treats a record that is too large or has no value as poison, and continues with later ones',
    async () => {
      const topic = await createTopic(brokers, {
        partitions: 1,
        configs: { 'max.message.bytes': '6000000' },
      });
      const bus = open();
      const group = newGroup();
      const { data, settled } = await collect(bus, { group, topics: [topic] });
      const headers = { ce_specversion: '1.0', ce_id: '1', ce_type: 't', ce_source: 's', ce_time: 't' };
      await appendRaw(brokers, topic, { key: 'a', value: Buffer.alloc(5_000_000, 0x20), headers });
      await appendRaw(brokers, topic, { key: 'a', value: null });
      await bus.publish(topic, [makeMessage('a', 'behind')]);
      await settled();
      expect(data()).toEqual(['behind']);
      const letters = await bus.deadLetters({ group });
      expect(letters).toMatchObject([
        { topic, partition: 0, offset: 0, attempts: 1, key: 'a' },
        { topic, partition: 0, offset: 1, attempts: 1, raw: '' },
      ]);
      const raw = (await readAll('dead-letters')).filter((each) => each.headers['dead_group'] === group);
      expect(raw[0]?.headers['dead_size']).toBe('5000000');
      expect(raw[0]?.value?.length).toBeGreaterThan(900_000);
      // The first letter is truncated, so it cannot be replayed.
      expect(await bus.replayDeadLetters({ group })).toBe(1);
      await until(async () => (await bus.deadLetters({ group })).length === 2);
    },
    limitMs,
  );

  it(
    'does not commit a message whose dead letter cannot be stored, and retries to store it',
    async () => {
      const topic = await createTopic(brokers, { partitions: 1 });
      const deadLetterTopic = `letters-${randomUUID()}`;
      const bus = open({ deadLetterTopic });
      const group = newGroup();
      let tries = 0;
      const { settled, data } = await collect(bus, {
        group,
        topics: [topic],
        handler: ({ message }) => {
          if (message.data !== 'bad') return Promise.resolve();
          tries += 1;
          return toPoison();
        },
      });
      await bus.publish(topic, [
        makeMessage('a', 'bad'),
        makeMessage('a', 'next'),
        makeMessage('b', 'other'),
      ]);
      await until(() => data().includes('other'));
      await expect(bus.deadLetters()).rejects.toThrow(/migrate/);
      expect(await committedOf(group, topic)).toBe(0);
      expect(data()).toEqual(['other']);
      await createTopic(brokers, { partitions: 1, name: deadLetterTopic });
      await settled();
      expect(data()).toEqual(['other', 'next']);
      expect(tries).toBe(1);
      expect(await bus.deadLetters()).toMatchObject([{ group, attempts: 1 }]);
    },
    limitMs,
  );

  it(
    'moves a group only when all its members are in this process',
    async () => {
      const topic = await createTopic(brokers);
      const group = newGroup();
      const elsewhere = open();
      const here = open();
      const { settled, subscription } = await collect(elsewhere, { group, topics: [topic] });
      await here.publish(topic, [makeMessage('a', 1), makeMessage('b', 2), makeMessage('c', 3)]);
      await settled();
      await expect(here.replay(group, topic, 0)).rejects.toThrow(/stop them/);
      await subscription.close();
      await here.replay(group, topic, 0);
      const again = await collect(here, { group, topics: [topic] });
      await again.settled();
      expect(again.data().map(Number).sort()).toEqual([1, 2, 3]);
    },
    limitMs,
  );

  it(
    'names the command that creates a missing topic',
    async () => {
      const bus = open({ joinTimeout: 500 });
      const topic = `missing-${randomUUID()}`;
      await expect(bus.publish(topic, [makeMessage('a')])).rejects.toThrow(/no topic .* migrate/);
      const { subscription, data } = await collect(bus, { topics: [topic] });
      expect(subscription.isHealthy).toBe(false);
      await createTopic(brokers, { name: topic });
      await until(() => subscription.isHealthy);
      await bus.publish(topic, [makeMessage('a', 1)]);
      await until(() => data().length === 1);
    },
    limitMs,
  );

  it('creates topics, updates their settings, and does not change their partitions', async () => {
    const client = { brokers: [brokers], clientId: 'test', logger: silent };
    const name = `topic-${randomUUID()}`;
    const topic = { name, partitions: 2, replicationFactor: 1, retentionMs: 60_000 };
    const run = async (more: Partial<RequiredTopic> = {}) =>
      (await ensureTopics(client, [{ ...topic, ...more }]))[0];
    // A broker may know new settings a moment after the controller.
    const untilSettled = (more: Partial<RequiredTopic> = {}) =>
      until(async () => (await run(more))?.did === 'nothing');
    expect(await run()).toMatchObject({ topic: name, did: 'created' });
    await untilSettled();
    const configs = { 'max.message.bytes': '2000000' };
    expect(await run({ configs })).toMatchObject({ did: 'updated', changed: ['max.message.bytes'] });
    await untilSettled({ configs });
    expect(await run({ retentionMs: 90_000 })).toMatchObject({ did: 'updated', changed: ['retention.ms'] });
    // Earlier settings are kept.
    await untilSettled({ retentionMs: 90_000 });
    expect(await run({ retentionMs: 90_000, configs })).toMatchObject({ did: 'nothing' });
    await expect(run({ partitions: 3 })).rejects.toThrow(/has 2 partitions, not 3/);
  });

  it(
    'removes the group of one process when it closes, and the groups of killed processes',
    async () => {
      const topic = await createTopic(brokers);
      const prefix = `outcomes-${randomUUID()}-`;
      const subscribe = (bus: KafkaEventBus, name: string) =>
        collect(bus, { group: `${prefix}${name}`, topics: [topic], perProcessPrefix: prefix });
      const { admin } = tools();
      const groupNames = () => admin.emptyGroups(prefix);
      const killed = openKillable(quickOptions(brokers, silent));
      await subscribe(killed.bus, 'killed');
      killed.kill();
      buses.push(killed.bus);
      await until(async () => (await groupNames()).length === 1);
      const staying = await subscribe(open({ tidyInterval: 50 }), 'staying');
      await until(async () => (await groupNames()).length === 0);
      expect(await admin.members(`${prefix}staying`)).toHaveLength(1);
      await staying.subscription.close();
      expect(await groupNames()).toEqual([]);
      await admin.close();
    },
    limitMs,
  );

  it('reports the lag by partition', async () => {
    const topic = await createTopic(brokers);
    const bus = open();
    const gate = makeGate();
    const group = newGroup();
    const { settled } = await collect(bus, { group, topics: [topic], handler: () => gate.promise });
    await bus.publish(
      topic,
      Array.from({ length: 9 }, (_, n) => makeMessage(`key-${String(n)}`)),
    );
    const lags = await bus.lags();
    expect(lags).toHaveLength(3);
    expect(lags.every((each) => each.group === group && each.topic === topic)).toBe(true);
    expect(lags.reduce((sum, { lag }) => sum + lag, 0)).toBe(9);
    gate.open();
    await settled();
  });

  it('makes as many attempts as the retry policy allows, with its delays', async () => {
    const topic = await createTopic(brokers);
    const bus = open();
    const attempts: number[] = [];
    const { settled } = await collect(bus, {
      topics: [topic],
      retry: backOff({ firstDelay: 2, maxDelay: 10 }),
      handler: ({ attempt }) => {
        attempts.push(attempt);
        return Promise.reject(new Error('no'));
      },
    });
    await bus.publish(topic, [makeMessage('a')]);
    await settled();
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it(
    'loses nothing and keeps the order of each key while members join and leave',
    async () => {
      const topic = await createTopic(brokers, { partitions: 6 });
      const group = newGroup();
      const publisher = open();
      const published = new Map<string, string[]>();
      const handled = new Map<string, string[]>();
      const messageIds = new Set<string>();
      const join = async (bus: KafkaEventBus) => {
        return bus.subscribe({
          group,
          topics: [topic],
          handler: async ({ message: { id, subject } }) => {
            await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
            if (messageIds.has(id)) return;
            messageIds.add(id);
            handled.set(subject, [...(handled.get(subject) ?? []), id]);
          },
        });
      };
      const steady = await join(open());
      const state = { isOver: false };
      const churn = (async () => {
        while (!state.isOver) {
          const bus = open();
          await join(bus);
          await new Promise((resolve) => setTimeout(resolve, 300));
          await bus.close();
        }
      })();
      for (let round = 0; round < 120; round += 1) {
        const messages = Array.from({ length: 25 }, (_, n) => makeMessage(`key-${String(n % 20)}`, round));
        for (const { subject, id } of messages)
          published.set(subject, [...(published.get(subject) ?? []), id]);
        await publisher.publish(topic, messages);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      state.isOver = true;
      await churn;
      await until(async () => (await steady.lag()) === 0);
      expect(messageIds.size).toBe(3000);
      expect(handled).toEqual(published);
    },
    limitMs,
  );
});
