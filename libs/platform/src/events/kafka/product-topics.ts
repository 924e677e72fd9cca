import { allTopics, deadLettersTopic, outcomesTopic } from '@vault/contracts';
import type { WantedTopic } from './ensure-topics.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

export interface ProductTopicOptions {
  /** Copies of each partition: 3 where there are three brokers, 1 on a single one. */
  replicationFactor: number;
  /** The namespace of the installation, if it shares its broker. */
  namespace?: string;
}

/** The topics of the product as its broker must have them. */
export function productTopics({ replicationFactor, namespace }: ProductTopicOptions): WantedTopic[] {
  const prefix = namespace === undefined ? '' : `${namespace}.`;
  // A message is safe with two copies; with that many, one broker may be away.
  const safety: Record<string, string> = replicationFactor > 2 ? { 'min.insync.replicas': '2' } : {};
  return allTopics().map((topic) => ({
    replicationFactor,
    name: `${prefix}${topic}`,
    ...shapeOf(topic),
    configs: { ...safety, ...shapeOf(topic).configs },
  }));
}

function shapeOf(topic: string): Pick<WantedTopic, 'partitions' | 'retentionMs' | 'configs'> {
  // Few, and best read in one order. Compaction removes those that were given back.
  if (topic === deadLettersTopic)
    return { partitions: 1, retentionMs: 30 * DAY, configs: { 'cleanup.policy': 'compact,delete' } };
  // Nobody waits for an outcome longer than its command's deadline.
  if (topic === outcomesTopic) return { partitions: 12, retentionMs: HOUR };
  return { partitions: 12, retentionMs: 7 * DAY };
}
