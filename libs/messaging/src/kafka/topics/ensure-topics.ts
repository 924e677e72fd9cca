import type { KafkaClientOptions } from '../connection/kafka-client.ts';
import { KafkaClient } from '../connection/kafka-client.ts';
import type { RecordAdmin, TopicShape } from '../connection/kafka-types.ts';

/** A topic that must exist. */
export interface RequiredTopic {
  name: string;
  partitions: number;
  /** Copies of each partition; not changed for an existing topic. */
  replicationFactor: number;
  /** Milliseconds. */
  retentionMs: number;
  /** More settings, named as in Kafka. */
  configs?: Readonly<Record<string, string>>;
}

/** What was done with a topic. */
export interface TopicReport {
  topic: string;
  did: 'created' | 'updated' | 'nothing';
  /** The names of the changed settings. */
  changed: string[];
}

/**
 * Creates missing topics and updates the settings of existing ones; a second run does nothing.
 * @throws before any change if a topic has another number of partitions: changing it would break the order per key
 */
export async function ensureTopics(
  options: KafkaClientOptions,
  requiredTopics: readonly RequiredTopic[],
): Promise<TopicReport[]> {
  const client = new KafkaClient(options);
  const admin = await client.openAdmin();
  try {
    const present = new Map(
      (await admin.topics(requiredTopics.map(({ name }) => name))).map((it) => [it.name, it]),
    );
    refuseOtherPartitions(requiredTopics, present);
    const missing = requiredTopics.filter(({ name }) => !present.has(name));
    if (missing.length > 0)
      await admin.createTopics(missing.map((topic) => ({ ...topic, configs: configsOf(topic) })));
    const reports: TopicReport[] = [];
    for (const topic of requiredTopics)
      reports.push(await updateSettings(admin, topic, present.get(topic.name)));
    return reports;
  } finally {
    await admin.close();
    client.close();
  }
}

function refuseOtherPartitions(
  requiredTopics: readonly RequiredTopic[],
  present: ReadonlyMap<string, TopicShape>,
): void {
  const faults = requiredTopics.flatMap(({ name, partitions }) => {
    const actual = present.get(name)?.partitions ?? partitions;
    if (actual === partitions) return [];
    return `The topic ${name} has ${String(actual)} partitions, not ${String(partitions)}; this cannot be changed.`;
  });
  if (faults.length > 0) throw new Error(faults.join(' '));
}

async function updateSettings(
  admin: RecordAdmin,
  required: RequiredTopic,
  present: TopicShape | undefined,
): Promise<TopicReport> {
  const { name } = required;
  const configs = configsOf(required);
  if (!present) return { topic: name, did: 'created', changed: Object.keys(configs) };
  const changed = Object.keys(configs).filter((key) => present.configs[key] !== configs[key]);
  if (changed.length === 0) return { topic: name, did: 'nothing', changed };
  // Keeps other settings of the topic.
  await admin.setConfigs(name, { ...present.configs, ...configs });
  return { topic: name, did: 'updated', changed };
}

function configsOf({ retentionMs, configs }: RequiredTopic): Record<string, string> {
  return { ...configs, 'retention.ms': String(retentionMs) };
}
