import { randomUUID } from 'node:crypto';
import type { Batch, Consumer } from 'kafkajs';
import type { ServerNamespace } from './server-namespace.ts';

/** A Kafka record, with strings for bytes. */
export interface TopicRecord {
  /** Without the namespace. */
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string;
  /** null for a tombstone. */
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const readTimeoutMs = 120_000;

/** Reads all records that these topics have at the moment, in a new consumer group. */
export async function readTopics(
  namespace: ServerNamespace,
  names: readonly string[],
): Promise<TopicRecord[]> {
  const topics = names.map((name) => namespace.full(name));
  const unread = await endsOf(namespace, topics);
  if (unread.size === 0) return [];
  const consumer = namespace.kafka.consumer({
    groupId: namespace.full(`checker-${randomUUID()}`),
    maxWaitTimeInMs: 100,
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    const records = await readUntil(consumer, unread);
    return records.map((record) => ({ ...record, topic: namespace.short(record.topic) }));
  } finally {
    await consumer.disconnect();
  }
}

/** The end offset of each partition that has records, by topic and partition. */
async function endsOf(namespace: ServerNamespace, topics: readonly string[]): Promise<Map<string, number>> {
  const ends = await namespace.withAdmin((admin) =>
    Promise.all(
      topics.map(async (topic) => {
        const partitions = await admin.fetchTopicOffsets(topic);
        return partitions
          .filter(({ low, high }) => Number(low) < Number(high))
          .map(({ partition, high }) => [partitionKey(topic, partition), Number(high)] as const);
      }),
    ),
  );
  return new Map(ends.flat());
}

function readUntil(consumer: Consumer, unread: Map<string, number>): Promise<TopicRecord[]> {
  return new Promise((resolve, reject) => {
    const records: TopicRecord[] = [];
    const timer = setTimeout(() => {
      reject(new Error(`not read in ${String(readTimeoutMs)} ms: ${[...unread.keys()].join(', ')}`));
    }, readTimeoutMs);
    const eachBatch = ({ batch }: { batch: Batch }): Promise<void> => {
      records.push(...recordsOf(batch));
      const key = partitionKey(batch.topic, batch.partition);
      if (Number(batch.lastOffset()) + 1 >= (unread.get(key) ?? 0)) unread.delete(key);
      if (unread.size === 0) {
        clearTimeout(timer);
        resolve(records);
      }
      return Promise.resolve();
    };
    consumer.run({ autoCommit: false, eachBatch }).catch(reject);
  });
}

function recordsOf({ topic, partition, messages }: Batch): TopicRecord[] {
  return messages.map(({ offset, key, value, headers = {} }) => ({
    topic,
    partition,
    offset: Number(offset),
    key: key?.toString() ?? '',
    value: value?.toString() ?? null,
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
  }));
}

function partitionKey(topic: string, partition: number): string {
  return `${topic} ${String(partition)}`;
}
