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

/** What an operator has to know before topics are made. */
export interface TopicCheck {
  /** Names of topics that have to be made. */
  missing: string[];
  /** Sentences about topics that cannot be used as they are. */
  problems: string[];
}

/** Compares the topics of the brokers with those that must exist, and changes nothing. */
export async function checkTopics(
  options: KafkaClientOptions,
  requiredTopics: readonly RequiredTopic[],
): Promise<TopicCheck> {
  return await withAdmin(options, async (admin) =>
    compareTopics(requiredTopics, await presentOf(admin, requiredTopics)),
  );
}

/**
 * Creates missing topics and updates the settings of existing ones; a second run does nothing.
 * @throws before any change if a topic has another number of partitions: changing it would break the order per key
 */
export async function ensureTopics(
  options: KafkaClientOptions,
  requiredTopics: readonly RequiredTopic[],
): Promise<TopicReport[]> {
  return await withAdmin(options, async (admin) => {
    const present = await presentOf(admin, requiredTopics);
    const { problems } = compareTopics(requiredTopics, present);
    if (problems.length > 0) throw new Error(problems.join(' '));
    const missing = requiredTopics.filter(({ name }) => !present.has(name));
    if (missing.length > 0)
      await admin.createTopics(missing.map((topic) => ({ ...topic, configs: configsOf(topic) })));
    const reports: TopicReport[] = [];
    for (const topic of requiredTopics)
      reports.push(await updateSettings(admin, topic, present.get(topic.name)));
    return reports;
  });
}

async function withAdmin<Result>(
  options: KafkaClientOptions,
  work: (admin: RecordAdmin) => Promise<Result>,
): Promise<Result> {
  const client = new KafkaClient(options);
  const admin = await client.openAdmin();
  try {
    return await work(admin);
  } finally {
    await admin.close();
    client.close();
  }
}

async function presentOf(
  admin: RecordAdmin,
  requiredTopics: readonly RequiredTopic[],
): Promise<ReadonlyMap<string, TopicShape>> {
  const found = await admin.topics(requiredTopics.map(({ name }) => name));
  return new Map(found.map((topic) => [topic.name, topic]));
}

/** @param present by their names */
export function compareTopics(
  requiredTopics: readonly RequiredTopic[],
  present: ReadonlyMap<string, Pick<TopicShape, 'partitions'>>,
): TopicCheck {
  const problems = requiredTopics.flatMap(({ name, partitions }) => {
    const actual = present.get(name)?.partitions ?? partitions;
    if (actual === partitions) return [];
    return `The topic ${name} has ${String(actual)} partitions, not ${String(partitions)}; this cannot be changed.`;
  });
  return { missing: requiredTopics.map(({ name }) => name).filter((name) => !present.has(name)), problems };
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
