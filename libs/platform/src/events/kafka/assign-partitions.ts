import type { Assignment } from './kafka-types.ts';

/** A member and the topics it can handle. */
export interface Wish {
  memberId: string;
  topics: readonly string[];
}

/**
 * Deals partitions out in turn, each to a member that asked for its topic, so that counts differ by one at most per
 * topic. Every member comes up in the answer. Topics begin with the next member: small ones do not all go to the first.
 */
export function assignPartitions(
  wishes: readonly Wish[],
  partitions: ReadonlyMap<string, readonly number[]>,
): Map<string, Assignment> {
  const assignments = new Map<string, Assignment>(wishes.map(({ memberId }) => [memberId, {}]));
  let turn = 0;
  for (const topic of [...partitions.keys()].sort()) {
    const takers = wishes.filter(({ topics }) => topics.includes(topic)).map(({ memberId }) => memberId);
    takers.sort();
    for (const partition of [...(partitions.get(topic) ?? [])].sort((a, b) => a - b)) {
      const taker = takers[turn++ % takers.length];
      if (taker !== undefined) ((assignments.get(taker) ?? {})[topic] ??= []).push(partition);
    }
  }
  return assignments;
}
