import type { KafkaRecord, RecordBatch } from './kafka-types.ts';

type Header = Buffer | string | (Buffer | string)[] | undefined;

/** The fields of a kafkajs batch that are used. */
export interface ClientBatch {
  topic: string;
  partition: number;
  /** The requested offset. */
  fetchedOffset: string;
  messages: readonly {
    key: Buffer | null;
    value: Buffer | null;
    offset: string;
    headers?: Record<string, Header>;
  }[];
}

/** Converts a kafkajs batch. */
export function readBatch({ topic, partition, fetchedOffset, messages }: ClientBatch): RecordBatch {
  const records = messages.map(({ key, value, offset, headers = {} }): KafkaRecord => ({
    topic,
    partition,
    offset: Number(offset),
    key: key?.toString() ?? '',
    // A copy, because the original buffer keeps the whole answer in memory.
    value: value && Buffer.from(value),
    headers: readHeaders(headers),
  }));
  return { topic, partition, from: Number(fetchedOffset), records };
}

/** Uses the first value of a repeated header. */
function readHeaders(headers: Record<string, Header>): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return [name, first?.toString() ?? ''];
  });
  return Object.fromEntries(texts) as Record<string, string>;
}
