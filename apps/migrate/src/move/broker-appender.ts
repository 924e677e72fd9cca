import { allTopics } from '@vault/contracts';
import {
  KafkaClient,
  kafkaSecurityOf,
  type Bounds,
  type NewRecord,
  type RecordProducer,
} from '@vault/messaging/kafka';
import { createLogger, withinTime } from '@vault/base';
import { waitUntilAvailable } from '../common/migrate.ts';
import type { MigrateConfig } from '../common/migrate.config.ts';

const appendWithinMs = 30_000;

/** Appends records to the topics of the product on Kafka, one request at a time. */
export class BrokerAppender {
  private readonly client: KafkaClient;
  private readonly namespace: string | undefined;
  private readonly waitMs: number;
  private readonly producers = new Map<string, RecordProducer>();

  constructor(config: MigrateConfig, clientId: string) {
    this.namespace = config.NAMESPACE;
    this.waitMs = config.WAIT_SECONDS * 1_000;
    this.client = new KafkaClient({
      brokers: config.KAFKA_BROKERS,
      clientId,
      security: kafkaSecurityOf(config),
      logger: createLogger({ level: config.LOG_LEVEL }).child({ service: 'migrate' }),
    });
  }

  /** The name of a topic or group in the installation's namespace. */
  nameOf(name: string): string {
    return this.namespace === undefined ? name : `${this.namespace}.${name}`;
  }

  /** @throws when a topic has messages: they would belong to other data than those that are moved */
  async assertEmpty(): Promise<void> {
    let bounds: readonly Bounds[] = [];
    // The partitions of new topics have no leader at first.
    await waitUntilAvailable('Kafka', performance.now() + this.waitMs, async () => {
      bounds = await this.readBounds();
    });
    const filled = bounds.find(({ low, high }) => high > low);
    if (filled)
      throw new Error(
        `The topic ${filled.topic} has messages that are not from a move. Move to empty topics, before the first start of the microservices.`,
      );
  }

  /**
   * Repeats what the brokers did not accept, so that records may be appended twice, but never lost.
   * @throws when the topic is not one of the product's, or the brokers do not accept the records in time
   */
  async append(topic: string, records: readonly NewRecord[]): Promise<void> {
    if (!allTopics().some((name) => this.nameOf(name) === topic))
      throw new Error(`The log has messages of another version, of the topic ${topic}.`);
    await waitUntilAvailable('Kafka', performance.now() + this.waitMs, () => this.send(topic, records));
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.producers.values()].map((producer) => producer.close()));
    this.client.close();
  }

  private async readBounds(): Promise<Bounds[]> {
    const admin = await this.client.openAdmin();
    try {
      return (await Promise.all(allTopics().map((topic) => admin.bounds(this.nameOf(topic))))).flat();
    } finally {
      await admin.close();
    }
  }

  private async send(topic: string, records: readonly NewRecord[]): Promise<void> {
    const producer = this.producers.get(topic) ?? (await this.client.openProducer(topic));
    this.producers.delete(topic);
    const late = () => new Error(`the messages of ${topic} were not accepted in time`);
    try {
      await withinTime(producer.send(records), appendWithinMs, late);
    } catch (error) {
      // A producer that failed cannot be used again.
      await producer.close().catch(() => undefined);
      throw error;
    }
    this.producers.set(topic, producer);
  }
}
