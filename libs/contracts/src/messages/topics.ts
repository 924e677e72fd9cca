import type { ServiceName } from '../services.ts';

/** Where a service is told what to change. */
export function commandsTopic(service: ServiceName): string {
  return `${service}.commands`;
}

/** Where a service tells what has happened to what it owns. */
export function eventsTopic(service: ServiceName): string {
  return `${service}.events`;
}

/** Where owners say how a command ended; every replica of a service that sends commands reads all of it in a group of its own. */
export const outcomesTopic = 'command-outcomes';

/** What consumers gave up, for an operator. */
export const deadLettersTopic = 'dead-letters';

/** How Kafka must keep a topic. */
export interface TopicSettings {
  /** Final: it decides which messages share an order. */
  readonly partitions: number;
  readonly retentionMs: number;
  /** A message goes with its segment: this long after its time at the latest. The broker's own, a week, when left out. */
  readonly segmentMs?: number;
  /** `delete` when left out. */
  readonly cleanupPolicy?: readonly ('compact' | 'delete')[];
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** How Kafka must keep a topic of the product. */
export function topicSettings(topic: string): TopicSettings {
  // Few, and best read in one order. Compaction removes those that were given back.
  if (topic === deadLettersTopic)
    return { partitions: 1, retentionMs: 30 * dayMs, cleanupPolicy: ['compact', 'delete'] };
  // Nobody waits for an outcome longer than its command's deadline.
  if (topic === outcomesTopic) return { partitions: 12, retentionMs: hourMs, segmentMs: hourMs };
  // What people wrote stands in them, and after their deadline nobody carries them out.
  if (topic.endsWith('.commands')) return { partitions: 12, retentionMs: dayMs, segmentMs: hourMs };
  return { partitions: 12, retentionMs: 7 * dayMs };
}
