import { MediaData } from './media-data.ts';
import { readTopics, type TopicRecord } from './read-topics.ts';
import type { ServerNamespace } from './server-namespace.ts';
import type { Row, StoredData, StoredDeadLetter, StoredMessage } from './stored-data.ts';

/** The data of a product on Kafka, on MongoDB and in the video engine's folder. */
export class ServerData implements StoredData {
  readonly dataDir: string;
  readonly media: MediaData;
  readonly namespace: ServerNamespace;

  constructor(namespace: ServerNamespace, dataDir: string, mediaDir: string) {
    this.namespace = namespace;
    this.dataDir = dataDir;
    this.media = new MediaData(mediaDir);
  }

  documents(service: string): Promise<Readonly<Record<string, Row[]>>> {
    return this.namespace.withMongo(async (client) => {
      const collections = await client.db(this.namespace.databaseOf(service)).collections();
      const found = collections.map(async (each) => {
        const documents = await each.find().toArray();
        return [each.collectionName, documents] as const;
      });
      return Object.fromEntries(await Promise.all(found));
    });
  }

  async messages(topics: readonly string[]): Promise<StoredMessage[]> {
    return (await readTopics(this.namespace, topics)).map(toMessage);
  }

  lag(group: string, topic: string): Promise<number> {
    const [groupId, fullTopic] = [this.namespace.full(group), this.namespace.full(topic)];
    return this.namespace.withAdmin(async (admin) => {
      const [committed] = await admin.fetchOffsets({ groupId, topics: [fullTopic] });
      const ends = await admin.fetchTopicOffsets(fullTopic);
      const behind = ends.map(({ partition, low, high }) => {
        const offset = committed?.partitions.find((each) => each.partition === partition)?.offset ?? '-1';
        // A group without an offset starts at the first retained message.
        return Number(high) - Math.max(Number(offset), Number(low));
      });
      return behind.reduce((sum, count) => sum + count, 0);
    });
  }

  /** The last record of a letter's key is its state: a tombstone after it was delivered to its group again. */
  async deadLetters(): Promise<StoredDeadLetter[]> {
    const letters = new Map(
      (await readTopics(this.namespace, ['dead-letters'])).map((each) => [each.key, each]),
    );
    return [...letters.values()]
      .filter(({ value }) => value !== null)
      .map(({ headers }) => ({
        group: this.namespace.short(headers.dead_group ?? ''),
        topic: this.namespace.short(headers.dead_topic ?? ''),
        error: headers.dead_error ?? '',
      }));
  }
}

function toMessage({ value, headers, ...position }: TopicRecord): StoredMessage {
  const { ce_id: id = '', ce_type: type = '', ce_subject: subject = '' } = headers;
  return { ...position, id, type, subject, data: readObject(value) };
}

function readObject(text: string | null): Row {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Row) : {};
  } catch {
    // Tests of poison messages write invalid JSON.
    return {};
  }
}
