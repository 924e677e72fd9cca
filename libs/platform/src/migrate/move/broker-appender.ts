import { allTopics } from '@vault/contracts';
import { KafkaClient } from '../../events/kafka/kafka-client.ts';
import type { NewRecord, RecordProducer } from '../../events/kafka/kafka-types.ts';
import { kafkaSecurityOf } from '../../host/server-access.ts';
import { createLogger } from '../../logging/logger.ts';
import { withinTime } from '../../scheduling/within-time.ts';
import type { MigrateConfig } from '../migrate.config.ts';

const appendWithinMs = 60_000;

/** Appends records to the topics of the product on Kafka, one request at a time. */
export class BrokerAppender {
  private readonly client: KafkaClient;
  private readonly namespace: string | undefined;
  private readonly producers = new Map<string, RecordProducer>();

  constructor(config: MigrateConfig, clientId: string) {
    this.namespace = config.NAMESPACE;
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
    const admin = await this.client.openAdmin();
    try {
      for (const topic of allTopics().map((name) => this.nameOf(name))) {
        const bounds = await admin.bounds(topic);
        if (bounds.some(({ low, high }) => high > low))
          throw new Error(
            `The topic ${topic} has messages that no move wrote. Move to empty topics, before the first start of the microservices.`,
          );
      }
    } finally {
      await admin.close();
    }
  }

  /** @throws when the topic is not one of the product's, or the brokers do not accept the records in time */
  async append(topic: string, records: readonly NewRecord[]): Promise<void> {
    const producer = await this.producerOf(topic);
    const late = () => new Error(`Kafka did not accept the messages of ${topic} in time. Run this again.`);
    await withinTime(producer.send(records), appendWithinMs, late);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.producers.values()].map((producer) => producer.close()));
    this.client.close();
  }

  private async producerOf(topic: string): Promise<RecordProducer> {
    const known = this.producers.get(topic);
    if (known) return known;
    if (!allTopics().some((name) => this.nameOf(name) === topic))
      throw new Error(`The log has messages of another version, of the topic ${topic}.`);
    const producer = await this.client.openProducer(topic);
    this.producers.set(topic, producer);
    return producer;
  }
}
