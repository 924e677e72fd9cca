import { setTimeout as sleep } from 'node:timers/promises';
import type { KafkaAdmin } from '../connection/kafka-admin.ts';
import type { Bounds, NotedOffset, OffsetOf } from '../connection/kafka-types.ts';

/** How often, and how many times, a member checks whether the group's leader has committed the start offsets. */
const checkEveryMs = 50;
const maxChecks = 60;

export interface StartOptions {
  admin: KafkaAdmin;
  group: string;
  topics: readonly string[];
  from: 'earliest' | 'latest';
  /** Only one member commits the start offsets; two could disagree on the latest offset. */
  isLeader: boolean;
  commit: (offsets: readonly OffsetOf[]) => Promise<void>;
}

/** The offset at which a group continues in a partition. */
export interface Start extends Bounds {
  offset: number;
  /** True when the committed offset was outside of the partition's bounds. */
  isMoved: boolean;
  /** The text that was committed with the offset. */
  metadata: string;
}

/**
 * The start offsets of the group. For partitions without a committed offset it commits one first, so that the start is
 * fixed for all members and does not depend on which member reads the partition, or when.
 */
export async function findStarts(options: StartOptions): Promise<Start[]> {
  const { admin, group, topics, from, isLeader, commit } = options;
  let bounds = await admin.bounds(topics);
  let committed = await readOffsets(admin, group, topics);
  const missing = () => bounds.filter((bound) => !committed.has(nameOf(bound)));
  for (let check = 0; !isLeader && missing().length > 0 && check < maxChecks; check += 1) {
    await sleep(checkEveryMs);
    committed = await readOffsets(admin, group, topics);
  }
  // Read the bounds again: older bounds could end before the offsets that were read after them.
  bounds = await admin.bounds(topics);
  const newOffsets = missing().map(({ topic, partition, low, high }) => ({
    topic,
    partition,
    offset: from === 'latest' ? high : low,
  }));
  if (newOffsets.length > 0) await commit(newOffsets);
  for (const each of newOffsets) committed.set(nameOf(each), { ...each, metadata: '' });
  return bounds.map((bound) => {
    const { offset: committedOffset, metadata } = committed.get(nameOf(bound)) ?? {
      offset: bound.low,
      metadata: '',
    };
    const offset = clampOffset(committedOffset, bound);
    return { ...bound, offset, isMoved: offset !== committedOffset, metadata };
  });
}

/** The nearest offset within the bounds of a partition. */
export function clampOffset(offset: number, { low, high }: Bounds): number {
  return Math.min(Math.max(offset, low), Math.max(low, high));
}

/** The unique name of a partition. */
export function nameOf({ topic, partition }: { topic: string; partition: number }): string {
  return `${topic}:${String(partition)}`;
}

async function readOffsets(
  admin: KafkaAdmin,
  group: string,
  topics: readonly string[],
): Promise<Map<string, NotedOffset>> {
  const offsets = await admin.committed(group, topics);
  return new Map(offsets.map((each) => [nameOf(each), each]));
}
