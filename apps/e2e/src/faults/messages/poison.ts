import { randomUUID } from 'node:crypto';
import type { ServerNamespace } from '../../testing/stores/server-namespace.ts';

/** An invalid record. */
export interface Poison {
  readonly name: string;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The error of its dead letter; undefined if consumers skip the record, since it may be for another service. */
  readonly reason?: RegExp;
  /** Only services with a handler for the type validate the data; others skip the record. */
  readonly isForHandlers?: true;
}

const mib = 1_024 * 1_024;

function headersOf(type: string): Record<string, string> {
  return {
    ce_specversion: '1.0',
    ce_id: randomUUID(),
    ce_type: type,
    ce_source: 'gateway',
    ce_time: new Date().toISOString(),
    ce_subject: 'somebody',
    ce_correlationid: randomUUID(),
    'content-type': 'application/json',
  };
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** The poison records for a topic that carries this type. */
export function poisons(type: string): Poison[] {
  const withoutId = Object.fromEntries(Object.entries(headersOf(type)).filter(([name]) => name !== 'ce_id'));
  return [
    { name: 'broken JSON', value: Buffer.from('{"videoId": '), headers: headersOf(type), reason: /not JSON/ },
    {
      name: 'no JSON at all',
      value: Buffer.from([0xff, 0xfe, 0x00, 0x80]),
      headers: headersOf(type),
      reason: /not JSON/,
    },
    {
      name: 'data of another shape',
      value: json({ videoId: 7 }),
      headers: headersOf(type),
      reason: /Invalid|expected/i,
      isForHandlers: true,
    },
    { name: 'no data', value: null, headers: headersOf(type), reason: /./, isForHandlers: true },
    { name: 'no id', value: json({}), headers: withoutId, reason: /no "id"/ },
    { name: 'no headers', value: json({ videoId: 'a' }), headers: {}, reason: /no CloudEvent/ },
    { name: '5 MB', value: Buffer.alloc(5 * mib, 'a'), headers: headersOf(type), reason: /bytes/ },
    { name: 'an unknown version', value: json({}), headers: headersOf(type.replace(/v1$/, 'v9')) },
    { name: 'an unknown type', value: json({}), headers: headersOf('upload.unknown.v1') },
  ];
}

/** Allows larger records in a topic than the product writes. */
export function allowLarge(namespace: ServerNamespace, topic: string): Promise<void> {
  return namespace.configure(topic, 'max.message.bytes', String(8 * mib));
}

/** Appends records to a topic, in order, under one key. */
export async function append(
  namespace: ServerNamespace,
  topic: string,
  key: string,
  records: readonly Poison[],
): Promise<void> {
  const producer = namespace.kafka.producer();
  await producer.connect();
  try {
    for (const { value, headers } of records)
      await producer.send({ topic: namespace.full(topic), messages: [{ key, value, headers }] });
  } finally {
    await producer.disconnect();
  }
}
