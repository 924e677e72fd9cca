import { randomUUID } from 'node:crypto';
import type { ServerNamespace } from '../../testing/server-namespace.ts';

/** A record that no service should ever meet. */
export interface Poison {
  readonly name: string;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
  /** What its dead letter says; none when such a record is passed over, since it may be for somebody else. */
  readonly reason?: RegExp;
  /** Only who handles messages of this type looks at the data; others pass it over. */
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

/** For a topic that carries this type. */
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
    { name: 'an unknown type', value: json({}), headers: headersOf('upload.never-heard-of.v1') },
  ];
}

/** Lets a topic take records that are larger than any of the product's. */
export function allowLarge(namespace: ServerNamespace, topic: string): Promise<void> {
  return namespace.configure(topic, 'max.message.bytes', String(8 * mib));
}

/** Puts records into a topic behind one another, under a key. */
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
