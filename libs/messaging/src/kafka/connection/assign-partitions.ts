import type { Assignment } from './kafka-types.ts';

/** A member and the topics it can handle. */
export interface TopicSubscription {
  memberId: string;
  topics: readonly string[];
}

/**
 * Assigns partitions round-robin, each to a member that subscribes to its topic, so that counts differ by at most one
 * per topic. The result has an entry for every member. Each topic continues with the next member, so that small topics
 * do not all go to the first.
 */
export function assignPartitions(
  subscriptions: readonly TopicSubscription[],
  partitions: ReadonlyMap<string, readonly number[]>,
): Map<string, Assignment> {
  const assignments = new Map<string, Assignment>(subscriptions.map(({ memberId }) => [memberId, {}]));
  let turn = 0;
  for (const topic of [...partitions.keys()].sort()) {
    const candidates = subscriptions
      .filter(({ topics }) => topics.includes(topic))
      .map(({ memberId }) => memberId);
    candidates.sort();
    for (const partition of [...(partitions.get(topic) ?? [])].sort((a, b) => a - b)) {
      const member = candidates[turn++ % candidates.length];
      if (member !== undefined) ((assignments.get(member) ?? {})[topic] ??= []).push(partition);
    }
  }
  return assignments;
}
