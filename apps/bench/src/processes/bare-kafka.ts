// Imported because it repairs a kafkajs timer that would keep a processor busy and spoil the comparison.
import '@vault/platform';
import type * as kafkajs from 'kafkajs';
import { ServerNamespace } from '../../../e2e/src/testing/stores/server-namespace.ts';
import type { Servers } from '../../../e2e/src/testing/stores/test-servers.ts';
import { until } from '../../../e2e/src/testing/shared/until.ts';

/** The same number as for each topic of the product. */
const partitions = 12;

export interface BareRecord {
  readonly key: string;
  readonly value: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BareProducer {
  send(record: BareRecord): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Plain kafkajs with the same guarantees for writes as the product: an idempotent producer that waits for all
 * in-sync replicas.
 */
export class BareKafka {
  private readonly namespace: ServerNamespace;

  constructor(servers: Servers, namespace: string) {
    this.namespace = new ServerNamespace(servers, namespace);
  }

  async createTopics(...names: string[]): Promise<void> {
    const topics = names.map((name) => this.namespace.full(name));
    const newTopics = topics.map((topic) => ({ topic, numPartitions: partitions }));
    await this.namespace.withAdmin(async (admin) => {
      await admin.createTopics({ topics: newTopics, waitForLeaders: false });
      await until('the topics to have leaders', () => haveLeaders(admin, topics));
    });
  }

  async openProducer(name: string): Promise<BareProducer> {
    const producer = this.namespace.kafka.producer({ idempotent: true, allowAutoTopicCreation: false });
    await producer.connect();
    const topic = this.namespace.full(name);
    return {
      send: ({ key, value, headers }) =>
        producer.send({ topic, acks: -1, messages: [{ key, value, headers: { ...headers } }] }),
      close: () => producer.disconnect(),
    };
  }

  /**
   * Resolves when the consumer has joined its group.
   * @param atOnce number of messages handled concurrently, each of another partition
   */
  async consume(
    name: string,
    handle: (record: BareRecord) => Promise<void>,
    atOnce = 1,
  ): Promise<{ close(): Promise<void> }> {
    const consumer: kafkajs.Consumer = this.namespace.kafka.consumer({
      groupId: this.namespace.full(`${name}-readers`),
      allowAutoTopicCreation: false,
    });
    const joined = new Promise<void>((resolve) => consumer.on(consumer.events.GROUP_JOIN, () => resolve()));
    await consumer.connect();
    await consumer.subscribe({ topics: [this.namespace.full(name)], fromBeginning: true });
    await consumer.run({
      partitionsConsumedConcurrently: atOnce,
      eachMessage: ({ message }) => handle(toRecord(message)),
    });
    await joined;
    return { close: () => consumer.disconnect() };
  }

  drop(): Promise<void> {
    return this.namespace.drop();
  }
}

/** Brokers learn of a new topic with a delay. */
async function haveLeaders(admin: kafkajs.Admin, topics: string[]): Promise<boolean> {
  const found = await admin.fetchTopicMetadata({ topics }).catch(() => ({ topics: [] }));
  const all = found.topics.flatMap((topic) => topic.partitions);
  return all.length === topics.length * partitions && all.every(({ leader }) => leader >= 0);
}

function toRecord({ key, value, headers = {} }: kafkajs.KafkaMessage): BareRecord {
  const texts = Object.entries(headers).map(([name, text]) => [name, String(text)] as const);
  return {
    key: key?.toString() ?? '',
    value: value?.toString() ?? '',
    headers: Object.fromEntries(texts),
  };
}
