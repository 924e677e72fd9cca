import { PoisonMessageError } from '../../events/event-errors.ts';
import { maxMessageBytes, requireMessage } from '../../events/message-codec.ts';
import type { Message } from '../../events/message.ts';
import type { NewRecord } from '../connection/kafka-types.ts';

const headerPrefix = 'ce_';
const specVersionHeader = `${headerPrefix}specversion`;

/** A message in the binary content mode of CloudEvents 1.0 for Kafka: attributes in headers, data as the value. */
export function toRecord(message: Message): NewRecord {
  const { data, ...attributes } = message;
  const headers: Record<string, string> = { [specVersionHeader]: '1.0', 'content-type': 'application/json' };
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') headers[headerPrefix + name] = value;
  }
  // Undefined data becomes an empty value, because a null value would be a tombstone.
  const json = JSON.stringify(data) as string | undefined;
  return { key: message.subject, value: Buffer.from(json ?? ''), headers };
}

/** @throws PoisonMessageError when the record is not a message */
export function fromRecord({ value, headers }: Pick<NewRecord, 'value' | 'headers'>): Message {
  if (headers[specVersionHeader] === undefined) throw new PoisonMessageError('The record is no CloudEvent.');
  if (value && value.length > maxMessageBytes)
    throw new PoisonMessageError(`The record has ${String(value.length)} bytes.`);
  const text = value?.toString() ?? '';
  const attributes = Object.entries(headers)
    .filter(([name]) => name.startsWith(headerPrefix) && name !== specVersionHeader)
    .map(([name, attribute]) => [name.slice(headerPrefix.length), attribute]);
  return requireMessage({
    ...Object.fromEntries(attributes),
    ...(text === '' ? {} : { data: parse(text) }),
  });
}

/** A record as text for operators: the whole message as JSON, or the raw value if it is not a message. */
export function describeRecord(record: Pick<NewRecord, 'value' | 'headers'>): string {
  try {
    return JSON.stringify(fromRecord(record));
  } catch (error) {
    if (error instanceof PoisonMessageError) return record.value?.toString() ?? '';
    throw error;
  }
}

/** An upper estimate of the record's size in a request, in bytes. */
export function sizeOf({ key, value, headers }: NewRecord): number {
  let bytes = 32 + Buffer.byteLength(key) + (value?.length ?? 0);
  for (const [name, text] of Object.entries(headers)) bytes += 4 + name.length + Buffer.byteLength(text);
  return bytes;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PoisonMessageError('The data of the message is not JSON.', { cause });
  }
}
