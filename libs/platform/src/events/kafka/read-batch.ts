import type { KafkaRecord, RecordBatch } from './kafka-types.ts';

type Header = Buffer | string | (Buffer | string)[] | undefined;

/** What the client gives; the part of it that is used. */
export interface ClientBatch {
  topic: string;
  partition: number;
  /** The offset that was asked for. */
  fetchedOffset: string;
  messages: readonly {
    key: Buffer | null;
    value: Buffer | null;
    offset: string;
    headers?: Record<string, Header>;
  }[];
}

/** A batch in our own terms. */
export function readBatch({ topic, partition, fetchedOffset, messages }: ClientBatch): RecordBatch {
  const records = messages.map(({ key, value, offset, headers = {} }): KafkaRecord => ({
    topic,
    partition,
    offset: Number(offset),
    key: key?.toString() ?? '',
    // A copy: the original holds on to all that came in the same answer.
    value: value && Buffer.from(value),
    headers: readHeaders(headers),
  }));
  return { topic, partition, from: Number(fetchedOffset), records };
}

/** Of a header that is there twice the first holds. */
function readHeaders(headers: Record<string, Header>): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value;
    return [name, first?.toString() ?? ''];
  });
  return Object.fromEntries(texts) as Record<string, string>;
}
