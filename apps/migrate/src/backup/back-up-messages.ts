import { deadLettersTopic, type ServiceName } from '@vault/contracts';
import type { OutstandingWriter } from '@vault/messaging/embedded';
import {
  describeRecord,
  fromLetter,
  REPLAY_HEADER,
  type Bounds,
  type KafkaRecord,
  type OffsetOf,
  kafkaOperations,
  clampOffset,
  nameOf,
} from '@vault/messaging/kafka';
import type { BrokerReader } from './broker-reader.ts';
import type { TopicEnd } from '../move/backup-manifest.ts';

/** Where each group is in its topics. */
export type GroupProgress = ReadonlyMap<ServiceName, readonly OffsetOf[]>;

type Broker = Pick<BrokerReader, 'bounds' | 'committed' | 'fullName' | 'read' | 'shortName'>;

export interface MessagesBackup {
  readonly broker: Broker;
  readonly writer: OutstandingWriter;
  /** Read before the time of the backup: what a group handled later is not in the stores. */
  readonly progress: GroupProgress;
  /** The ends of the topics at the time of the backup. */
  readonly ends: readonly TopicEnd[];
}

/** The groups that keep their progress when no process runs, by topic. */
const groupsByTopic: ReadonlyMap<string, readonly ServiceName[]> = new Map(
  [...Map.groupBy(kafkaOperations, ({ topic }) => topic)].map(([topic, operations]) => [
    topic,
    [...new Set(operations.flatMap(({ action, group }) => (action === 'receive' && group ? [group] : [])))],
  ]),
);

/** The topics whose messages are in a backup: outcomes are left out, because nobody waits for them. */
export const backedUpTopics: readonly string[] = [
  ...[...groupsByTopic].filter(([, groups]) => groups.length > 0).map(([topic]) => topic),
  deadLettersTopic,
];

export async function readProgress(broker: Pick<Broker, 'committed'>): Promise<GroupProgress> {
  const groups = [...new Set([...groupsByTopic.values()].flat())];
  const read = groups.map(async (group) => {
    const topics = [...groupsByTopic].filter(([, of]) => of.includes(group)).map(([topic]) => topic);
    return [group, await broker.committed(group, topics)] as const;
  });
  return new Map(await Promise.all(read));
}

/**
 * Writes what each group has not handled, and the dead letters. A group without progress in a partition would begin at
 * its oldest message, so it gets all of them.
 * @returns the number of messages, each counted for each group
 */
export async function backUpMessages(options: MessagesBackup): Promise<number> {
  const { broker, ends, writer } = options;
  const bounds = (await broker.bounds(backedUpTopics)).map((bound) => ({
    ...bound,
    high: ends.find((end) => nameOf(end) === nameOf(bound))?.end ?? bound.low,
  }));
  // At the same time, because most of the work is to wait for the brokers.
  const counts = await writer.inTransaction(() =>
    Promise.all(
      backedUpTopics.map(async (topic) => {
        const own = bounds.filter((bound) => bound.topic === topic);
        if (topic !== deadLettersTopic) return backUpTopic(topic, own, options);
        await backUpLetters(own, options);
        return 0;
      }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function backUpTopic(
  topic: string,
  bounds: readonly Bounds[],
  { broker, writer, progress }: MessagesBackup,
): Promise<number> {
  const groups = groupsByTopic.get(topic) ?? [];
  const starts = new Map(groups.map((group) => [group, startsOf(progress.get(group) ?? [], bounds)]));
  const startOf = (group: ServiceName, record: { topic: string; partition: number }) =>
    starts.get(group)?.get(record.partition) ?? 0;
  const ranges = bounds.map((bound) => ({
    ...bound,
    low: Math.min(...groups.map((group) => startOf(group, bound))),
  }));
  let [count, position] = [0, 0];
  await broker.read(topic, ranges, (record) => {
    const only = record.headers[REPLAY_HEADER];
    const waiting = groups
      .filter((group) => record.offset >= startOf(group, record))
      .filter((group) => only === undefined || only === broker.fullName(group));
    if (waiting.length === 0) return;
    const content = { topic, offset: position, key: record.key, body: describeRecord(record) };
    for (const group of waiting) writer.message({ group, ...content });
    position += 1;
    count += waiting.length;
  });
  writer.topic(topic, groups, position);
  return count;
}

/** The offset of the first message that a group has not handled, by partition. */
function startsOf(committed: readonly OffsetOf[], bounds: readonly Bounds[]): Map<number, number> {
  const offsets = new Map(committed.map((each) => [nameOf(each), each.offset]));
  return new Map(
    bounds.map((bound) => [bound.partition, clampOffset(offsets.get(nameOf(bound)) ?? bound.low, bound)]),
  );
}

async function backUpLetters(
  bounds: readonly Bounds[],
  { broker, writer }: Pick<MessagesBackup, 'broker' | 'writer'>,
): Promise<void> {
  await broker.read(deadLettersTopic, bounds, (record: KafkaRecord) => {
    const letter = fromLetter(record);
    if (!letter) {
      writer.forgetLetter(record.key);
      return;
    }
    const { id, group, topic, raw, failedAt, ...rest } = letter;
    writer.letter(id, {
      ...rest,
      group: broker.shortName(group),
      topic: broker.shortName(topic),
      body: raw,
      failedAt: Date.parse(failedAt) || 0,
    });
  });
}
