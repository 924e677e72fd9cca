import type { ServiceName } from '../common/services.ts';

/** The topic of the commands that a service handles. */
export function commandsTopic(service: ServiceName): string {
  return `${service}.commands`;
}

/** The topic of the events that a service publishes. */
export function eventsTopic(service: ServiceName): string {
  return `${service}.events`;
}

/** Outcomes of commands. Each replica of a service that sends commands reads all of them, in its own group. */
export const outcomesTopic = 'command-outcomes';

/** Entries of the audit logs of workspaces, which every service writes and admin keeps. */
export const auditTopic = 'audit-entries';

/** Messages that consumers gave up, for an operator. */
export const deadLettersTopic = 'dead-letters';

/** Settings of a Kafka topic. */
export interface TopicSettings {
  /** Must never change: the partition of a key decides the order of its messages. */
  readonly partitions: number;
  readonly retentionMs: number;
  /** Kafka deletes whole segments, so a message may stay this much longer. Absent: the broker's default, a week. */
  readonly segmentMs?: number;
  /** Absent: `delete`. */
  readonly cleanupPolicy?: readonly ('compact' | 'delete')[];
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const eventRetentionMs = 7 * dayMs;

/**
 * How long a service remembers what was deleted, in milliseconds: longer than an event about it may arrive.
 */
export const tombstoneMs = eventRetentionMs + dayMs;

/** Settings of a topic of the product. */
export function topicSettings(topic: string): TopicSettings {
  // Few messages, best read in one order. Compaction removes those that were sent back to their topic.
  if (topic === deadLettersTopic)
    return { partitions: 1, retentionMs: 30 * dayMs, cleanupPolicy: ['compact', 'delete'] };
  // A sender waits for an outcome no longer than the deadline of its command.
  if (topic === outcomesTopic) return { partitions: 12, retentionMs: hourMs, segmentMs: hourMs };
  // Commands contain text of people, and owners drop them after their deadline: keep them only a day.
  if (topic.endsWith('.commands')) return { partitions: 12, retentionMs: dayMs, segmentMs: hourMs };
  return { partitions: 12, retentionMs: eventRetentionMs };
}
