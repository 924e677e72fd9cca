import { setTimeout as sleep } from 'node:timers/promises';
import type { KafkaOperator } from './kafka-operator.ts';
import type { Bounds, OffsetOf } from './kafka-types.ts';

/** How often and how long a member waits for the group's leader to fix where the group begins. */
const LOOK_EVERY = 50;
const LOOKS = 60;

export interface StartOptions {
  operator: KafkaOperator;
  group: string;
  topics: readonly string[];
  from: 'earliest' | 'latest';
  /** One member fixes where a group begins; two would not agree on what is the latest. */
  isLeader: boolean;
  commit: (offsets: readonly OffsetOf[]) => Promise<void>;
}

/** Where a group goes on in each partition of its topics. */
export interface Start extends Bounds {
  offset: number;
  /** Set when the group's offset was none that the partition has. */
  isMoved: boolean;
}

/**
 * Where the group stands. Partitions that it has no offset for get one first, written down for all members, so that the
 * starting point holds from now on and does not depend on who reads the partition when.
 */
export async function findStarts(options: StartOptions): Promise<Start[]> {
  const { operator, group, topics, from, isLeader, commit } = options;
  let bounds = await operator.bounds(topics);
  let known = await readOffsets(operator, group, topics);
  const missing = () => bounds.filter((bound) => !known.has(nameOf(bound)));
  for (let look = 0; !isLeader && missing().length > 0 && look < LOOKS; look += 1) {
    await sleep(LOOK_EVERY);
    known = await readOffsets(operator, group, topics);
  }
  // Again: the group must not seem to be past the end of what was read before its offsets.
  bounds = await operator.bounds(topics);
  const begun = missing().map(({ topic, partition, low, high }) => ({
    topic,
    partition,
    offset: from === 'latest' ? high : low,
  }));
  if (begun.length > 0) await commit(begun);
  for (const each of begun) known.set(nameOf(each), each.offset);
  return bounds.map((bound) => {
    const wanted = known.get(nameOf(bound)) ?? bound.low;
    const offset = clampOffset(wanted, bound);
    return { ...bound, offset, isMoved: offset !== wanted };
  });
}

/** The nearest offset that a partition has. */
export function clampOffset(offset: number, { low, high }: Bounds): number {
  return Math.min(Math.max(offset, low), Math.max(low, high));
}

/** Names a partition among all. */
export function nameOf({ topic, partition }: { topic: string; partition: number }): string {
  return `${topic}:${String(partition)}`;
}

async function readOffsets(operator: KafkaOperator, group: string, topics: readonly string[]) {
  const offsets = await operator.committed(group, topics);
  return new Map(offsets.map((each) => [nameOf(each), each.offset]));
}
