import { join } from 'node:path';
import { MediaData, queryFile, readStore } from './media-data.ts';
import type { Row, StoredData, StoredDeadLetter, StoredMessage } from './stored-data.ts';

/** The data of an all-in-one product, in its data folder. */
export class SqliteData implements StoredData {
  readonly dataDir: string;
  readonly media: MediaData;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.media = new MediaData(join(dataDir, 'media'));
  }

  documents(service: string): Promise<Readonly<Record<string, Row[]>>> {
    const file = join(this.dataDir, 'store', `${service}.sqlite`);
    return Promise.resolve(readStore(file));
  }

  messages(topics: readonly string[]): Promise<StoredMessage[]> {
    const rows = this.log('SELECT topic, offset, key, body FROM messages ORDER BY topic, offset');
    const messages = rows.map(({ topic, offset, key, body }) => {
      const { id, type, subject, data } = JSON.parse(String(body)) as StoredMessage;
      const position = { topic: String(topic), partition: 0, offset: Number(offset), key: String(key) };
      return { ...position, id, type, subject, data };
    });
    return Promise.resolve(messages.filter(({ topic }) => topics.includes(topic)));
  }

  lag(group: string, topic: string): Promise<number> {
    const of = `group_name = '${group}' AND topic = '${topic}'`;
    const [waiting] = this.log(`SELECT count(*) AS count FROM deferred WHERE ${of}`);
    const [ahead] = this.log(
      `SELECT next_offset - coalesce((SELECT position FROM positions WHERE ${of}), 0) AS count
       FROM topics WHERE topic = '${topic}'`,
    );
    return Promise.resolve(Number(waiting?.count ?? 0) + Number(ahead?.count ?? 0));
  }

  deadLetters(): Promise<StoredDeadLetter[]> {
    const letters = this.log('SELECT group_name, topic, error FROM dead_letters').map((row) => ({
      group: String(row.group_name),
      topic: String(row.topic),
      error: String(row.error),
    }));
    return Promise.resolve(letters);
  }

  private log(sql: string): Row[] {
    return queryFile(join(this.dataDir, 'log.sqlite'), sql);
  }
}
