import { allTopics, topicSettings } from '@vault/contracts';
import type { RequiredTopic } from './ensure-topics.ts';

export interface ProductTopicOptions {
  /** Copies of each partition: 3 with three brokers, 1 with a single one. */
  replicationFactor: number;
  /** The namespace of the installation, if it shares its broker. */
  namespace?: string;
}

/** The topics of the product with their settings. */
export function productTopics({ replicationFactor, namespace }: ProductTopicOptions): RequiredTopic[] {
  const prefix = namespace === undefined ? '' : `${namespace}.`;
  // Two of three copies suffice for an acknowledgement, so one broker may be down.
  const durability: Record<string, string> = replicationFactor > 2 ? { 'min.insync.replicas': '2' } : {};
  return allTopics().map((topic) => {
    const { partitions, retentionMs, segmentMs, cleanupPolicy } = topicSettings(topic);
    const configs = { ...durability };
    if (cleanupPolicy) configs['cleanup.policy'] = cleanupPolicy.join(',');
    if (segmentMs !== undefined) configs['segment.ms'] = String(segmentMs);
    return { replicationFactor, name: `${prefix}${topic}`, partitions, retentionMs, configs };
  });
}
