import { randomBytes } from 'node:crypto';
import type { DeadLetter, DeadLetterFilter } from '../../events/event-bus.ts';
import { describeRecord, sizeOf } from './cloud-event-record.ts';
import type { KafkaRecord, NewRecord } from '../connection/kafka-types.ts';

/** The header with the only group that handles a replayed record; other groups skip it. */
export const replayHeader = 'replay-group';
const headerPrefix = 'dead_';
/** Below the default limit of a broker (1 MiB), with space for the protocol's overhead. */
const maxLetterBytes = 1_040_000;
const maxErrorLength = 2000;

/** A record that a group could not handle, and why. */
export interface GivenUp {
  record: KafkaRecord;
  group: string;
  attempts: number;
  error: string;
  /** By default now. */
  failedAt?: Date;
  /** By default a new one. */
  id?: string;
}

/**
 * A dead letter as a record: the key is its id, the value the raw bytes, the headers from the original and, with a
 * prefix, the facts of the failure. A value that is too large is truncated; `dead_size` then is its original size.
 */
export function toLetter(
  { record, group, attempts, error, failedAt = new Date(), id = newLetterId() }: GivenUp,
  maxBytes = maxLetterBytes,
): NewRecord {
  const { topic, partition, offset, key } = record;
  const facts = {
    group,
    topic,
    partition: String(partition),
    offset: String(offset),
    key,
    attempts: String(attempts),
    error: error.slice(0, maxErrorLength),
    failedat: failedAt.toISOString(),
  };
  const headers: Record<string, string> = { ...withoutFacts(record.headers) };
  for (const [name, value] of Object.entries(facts)) headers[headerPrefix + name] = value;
  const whole = { key: id, value: record.value ?? Buffer.alloc(0), headers };
  return cutTo(whole, maxBytes);
}

/** Parses a dead letter; `undefined` if the record is not one. */
export function fromLetter({ key: id, value, headers }: KafkaRecord): DeadLetter | undefined {
  const fact = (name: string) => headers[headerPrefix + name];
  const group = fact('group');
  const topic = fact('topic');
  if (value === null || group === undefined || topic === undefined) return undefined;
  return {
    id,
    group,
    topic,
    partition: Number(fact('partition')),
    offset: Number(fact('offset')),
    key: fact('key') ?? '',
    attempts: Number(fact('attempts')),
    error: fact('error') ?? '',
    failedAt: fact('failedat') ?? '',
    raw: describeRecord({ value, headers: isCut(headers) ? {} : headers }),
  };
}

/** The record that delivers a dead letter to its group again. */
export function toReplay({ value, headers }: KafkaRecord): NewRecord {
  const group = headers[`${headerPrefix}group`] ?? '';
  return forGroup({ key: headers[`${headerPrefix}key`] ?? '', value, headers: withoutFacts(headers) }, group);
}

/** The record, to be handled by one group only. */
export function forGroup({ key, value, headers }: NewRecord, group: string): NewRecord {
  return { key, value, headers: { ...headers, [replayHeader]: group } };
}

/** Whether the value of a dead letter was truncated. */
export function isCut(headers: KafkaRecord['headers']): boolean {
  return headers[`${headerPrefix}size`] !== undefined;
}

export function matchesFilter(
  { key, headers }: Pick<KafkaRecord, 'key' | 'headers'>,
  { group, topic, ids }: DeadLetterFilter,
): boolean {
  if (group !== undefined && headers[`${headerPrefix}group`] !== group) return false;
  if (topic !== undefined && headers[`${headerPrefix}topic`] !== topic) return false;
  return ids === undefined || ids.includes(key);
}

function cutTo(letter: NewRecord & { value: Buffer }, maxBytes: number): NewRecord {
  const excess = sizeOf(letter) - maxBytes;
  if (excess <= 0) return letter;
  const { key, value, headers } = letter;
  const sized = { ...headers, [`${headerPrefix}size`]: String(value.length) };
  const left = value.length - excess - 64;
  if (left >= 0) return { key, headers: sized, value: value.subarray(0, left) };
  // The headers of the original record alone exceed the limit.
  const own = Object.fromEntries(Object.entries(sized).filter(([name]) => name.startsWith(headerPrefix)));
  return { key, headers: own, value: value.subarray(0, Math.max(0, maxBytes / 2)) };
}

function withoutFacts(headers: KafkaRecord['headers']): Record<string, string> {
  const others = Object.entries(headers).filter(
    ([name]) => !name.startsWith(headerPrefix) && name !== replayHeader,
  );
  return Object.fromEntries(others);
}

let lastTime = 0;
let count = 0;

/** Ids sort by creation time, strictly within one process. */
function newLetterId(): string {
  const now = Math.max(Date.now(), lastTime);
  count = now === lastTime ? count + 1 : 0;
  lastTime = now;
  const time = now.toString(36).padStart(9, '0');
  return `${time}-${count.toString(36).padStart(4, '0')}-${randomBytes(5).toString('hex')}`;
}
