import { allTopics, topicSettings } from '@vault/contracts';
import type { WantedTopic } from './ensure-topics.ts';

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
  return allTopics().map((topic) => {
    const { partitions, retentionMs, segmentMs, cleanupPolicy } = topicSettings(topic);
    const configs = { ...safety };
    if (cleanupPolicy) configs['cleanup.policy'] = cleanupPolicy.join(',');
    if (segmentMs !== undefined) configs['segment.ms'] = String(segmentMs);
    return { replicationFactor, name: `${prefix}${topic}`, partitions, retentionMs, configs };
  });
}
