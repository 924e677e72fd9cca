import { randomUUID } from 'node:crypto';
import { ensureTopics, productTopics, KafkaEventBus, toRecord, forGroup } from '@vault/messaging/kafka';
import { silent, startKafka, type KafkaServer } from '@vault/messaging/testing';
import { until } from '@vault/base/testing';
import { migrateConfig } from '../common/migrate.config.ts';
import { BrokerAppender } from './broker-appender.ts';

const message = (id: string) => ({
  id,
  subject: 'video',
  type: 't',
  source: 'upload',
  time: '2026-01-01T00:00:00Z',
  correlationid: 'c',
  data: {},
});

describe(BrokerAppender, () => {
  let kafka: KafkaServer;
  beforeAll(async () => {
    kafka = await startKafka();
  }, 240_000);
  afterAll(() => kafka.stop());

  it('appends to empty topics for one group, and refuses topics with messages', async () => {
    const namespace = `n-${randomUUID().slice(0, 8)}`;
    const config = migrateConfig.parse({ KAFKA_BROKERS: kafka.brokers, NAMESPACE: namespace });
    const options = { brokers: [kafka.brokers], clientId: 'test', logger: silent };
    const topics = productTopics({ replicationFactor: 1, namespace });
    await ensureTopics(
      options,
      topics.map((topic) => ({ ...topic, partitions: 1 })),
    );
    const broker = new BrokerAppender(config, 'move');
    const bus = new KafkaEventBus({ ...options, closeTimeout: 200, joinTimeout: 20_000 });
    const topic = broker.nameOf('upload.events');
    const received: string[] = [];
    try {
      await broker.assertEmpty();
      await broker.append(topic, [
        ...['a', 'b'].map((id) => forGroup(toRecord(message(id)), broker.nameOf('search'))),
        forGroup(toRecord(message('c')), broker.nameOf('clip')),
        toRecord(message('d')),
      ]);
      await expect(broker.assertEmpty()).rejects.toThrow(
        `The topic ${topic} has messages that are not from a move.`,
      );
      await expect(broker.append(`${topic}.old`, [])).rejects.toThrow('messages of another version');
      await bus.subscribe({
        group: broker.nameOf('search'),
        topics: [topic],
        handler: ({ message: { id } }) => Promise.resolve(void received.push(id)),
      });
      await until(() => received.includes('d'));
      expect(received).toEqual(['a', 'b', 'd']);
    } finally {
      await bus.close();
      await broker.close();
    }
  });
});
