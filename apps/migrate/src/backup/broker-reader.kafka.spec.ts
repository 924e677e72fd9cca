import { randomUUID } from 'node:crypto';
import { ensureTopics, toRecord, KafkaClient, KafkaEventBus } from '@vault/messaging/kafka';
import { silent, startKafka, type KafkaServer } from '@vault/messaging/testing';
import { until } from '@vault/base/testing';
import { migrateConfig } from '../migrate.config.ts';
import { BrokerReader } from './broker-reader.ts';

/** More than are read with one time limit. */
const count = 4_100;
const topic = 'upload.events';

describe(BrokerReader, () => {
  let kafka: KafkaServer;
  beforeAll(async () => {
    kafka = await startKafka();
  }, 240_000);
  afterAll(() => kafka.stop());

  it('reads ranges of topics and the progress of groups, and leaves no group', async () => {
    const namespace = `n-${randomUUID().slice(0, 8)}`;
    const options = { brokers: [kafka.brokers], clientId: 'test', logger: silent };
    const name = `${namespace}.${topic}`;
    await ensureTopics(options, [
      { name, partitions: 2, replicationFactor: 1, retentionMs: 3_600_000, configs: {} },
    ]);
    const client = new KafkaClient(options);
    const bus = new KafkaEventBus({ ...options, closeTimeout: 200, joinTimeout: 20_000, commitInterval: 20 });
    const broker = new BrokerReader(
      migrateConfig.parse({ KAFKA_BROKERS: kafka.brokers, NAMESPACE: namespace }),
      'backup',
    );
    try {
      expect(await broker.committed('search', [topic])).toEqual([]);
      const producer = await client.openProducer(name);
      const message = (id: string) => ({
        ...{ id, subject: 'one', type: 't', source: 'upload', time: '2026-01-01T00:00:00Z' },
        ...{ correlationid: 'c', data: {} },
      });
      await producer.send(Array.from({ length: count }, (_, n) => toRecord(message(String(n)))));
      await producer.close();
      const full = (await broker.bounds([topic])).find(({ high }) => high > 0)!;
      expect(full).toMatchObject({ topic, low: 0, high: count });
      const end = { topic, partition: full.partition, end: count };
      expect(await broker.ends([topic])).toContainEqual(end);
      const read: number[] = [];
      await broker.read(topic, [{ ...full, low: 10, high: count - 10 }], ({ offset }) => read.push(offset));
      expect(read).toEqual(Array.from({ length: count - 20 }, (_, n) => n + 10));
      await bus.subscribe({ group: `${namespace}.search`, topics: [name], handler: () => Promise.resolve() });
      const progress = await until(
        () => broker.committed('search', [topic]),
        (offsets) => offsets.some(({ offset }) => offset === count),
      );
      expect(progress).toContainEqual({ topic, partition: full.partition, offset: count });
      const admin = await client.openAdmin();
      expect(await admin.emptyGroups(namespace)).toEqual([]);
      await admin.close();
    } finally {
      await bus.close();
      await broker.close();
      client.close();
    }
  });
});
