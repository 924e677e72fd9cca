import { deadLettersTopic } from '@vault/contracts';
import {
  KafkaClient,
  kafkaSecurityOf,
  KafkaOperator,
  type Bounds,
  type KafkaRecord,
  type OffsetOf,
  TopicReader,
} from '@vault/messaging/kafka';
import { createLogger } from '@vault/base';
import type { MigrateConfig } from '../migrate.config.ts';
import type { TopicEnd } from '../move/backup-manifest.ts';

/** Offsets that are read with one time limit. */
const sliceLength = 2_000;

/** Reads the topics of the product on Kafka, and the progress of its groups. Names are without the namespace. */
export class BrokerReader {
  private readonly client: KafkaClient;
  private readonly operator: KafkaOperator;
  private readonly prefix: string;

  constructor(config: MigrateConfig, clientId: string) {
    this.prefix = config.NAMESPACE === undefined ? '' : `${config.NAMESPACE}.`;
    this.client = new KafkaClient({
      brokers: config.KAFKA_BROKERS,
      clientId,
      security: kafkaSecurityOf(config),
      logger: createLogger({ level: config.LOG_LEVEL }).child({ service: 'migrate' }),
    });
    this.operator = new KafkaOperator(() => this.client.openAdmin());
  }

  /** The name on the brokers. */
  fullName(name: string): string {
    return `${this.prefix}${name}`;
  }

  /** The name in the product. */
  shortName(fullName: string): string {
    return fullName.startsWith(this.prefix) ? fullName.slice(this.prefix.length) : fullName;
  }

  async bounds(topics: readonly string[]): Promise<Bounds[]> {
    const all = await this.operator.bounds(topics.map((topic) => this.fullName(topic)));
    return all.map((each) => ({ ...each, topic: this.shortName(each.topic) }));
  }

  async ends(topics: readonly string[]): Promise<TopicEnd[]> {
    return (await this.bounds(topics)).map(({ topic, partition, high }) => ({ topic, partition, end: high }));
  }

  /** The committed offsets of a group, without partitions that have none. */
  async committed(group: string, topics: readonly string[]): Promise<OffsetOf[]> {
    const all = await this.operator.committed(
      this.fullName(group),
      topics.map((topic) => this.fullName(topic)),
    );
    return all.map((each) => ({ ...each, topic: this.shortName(each.topic) }));
  }

  /** Reads these ranges of a topic, in order within each partition. */
  async read(
    topic: string,
    ranges: readonly Bounds[],
    onRecord: (record: KafkaRecord) => void,
  ): Promise<void> {
    const full = ranges.filter(({ low, high }) => low < high);
    if (full.length === 0) return;
    const { client, operator } = this;
    // The account of this command may use groups with this prefix.
    const readers = this.fullName(deadLettersTopic);
    const reader = new TopicReader(this.fullName(topic), client, operator, readers);
    try {
      await reader.open();
      for (const slice of slicesOf(full))
        await reader.read(
          slice.map((each) => ({ ...each, topic: this.fullName(topic) })),
          onRecord,
        );
    } finally {
      await reader.close();
    }
  }

  async close(): Promise<void> {
    await this.operator.close();
    this.client.close();
  }
}

function* slicesOf(ranges: readonly Bounds[]): Generator<Bounds[], void> {
  for (let rest = [...ranges]; rest.length > 0;) {
    yield rest.map((range) => ({ ...range, high: Math.min(range.high, range.low + sliceLength) }));
    rest = rest
      .map((range) => ({ ...range, low: range.low + sliceLength }))
      .filter(({ low, high }) => low < high);
  }
}
