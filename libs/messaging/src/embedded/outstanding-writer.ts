import { LogDatabase } from './log-database.ts';
import type { OutstandingRecord, StoredLetter } from './read-outstanding.ts';

/**
 * Writes a new log with messages that groups have not handled, as the log of a stopped product has them: every message
 * waits as deferred in the groups that have it before them, and their positions are at the end of the topic.
 */
export class OutstandingWriter {
  private readonly database: LogDatabase;
  private readonly sql;

  constructor(file: string) {
    this.database = new LogDatabase(file);
    const { durable } = this.database;
    durable.exec(
      `CREATE TEMP TABLE letters (id TEXT PRIMARY KEY, group_name TEXT NOT NULL, topic TEXT NOT NULL, offset INTEGER NOT NULL,
       key TEXT NOT NULL, body TEXT NOT NULL, attempts INTEGER NOT NULL, error TEXT NOT NULL, failed_at INTEGER NOT NULL)`,
    );
    this.sql = {
      message: durable.prepare('INSERT INTO deferred VALUES (?, ?, ?, ?, ?, 0, 0)'),
      topic: durable.prepare('INSERT INTO topics VALUES (?, ?)'),
      position: durable.prepare('INSERT INTO positions VALUES (?, ?, ?, 0, 0, ?)'),
      letter: durable.prepare('INSERT OR REPLACE INTO letters VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
      forget: durable.prepare('DELETE FROM letters WHERE id = ?'),
    };
  }

  /** Everything that the work writes becomes durable together. */
  async inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    const { durable } = this.database;
    durable.exec('BEGIN');
    try {
      const result = await work();
      durable.exec('COMMIT');
      return result;
    } catch (error) {
      if (durable.isTransaction) durable.exec('ROLLBACK');
      throw error;
    }
  }

  message({ group, topic, offset, key, body }: OutstandingRecord): void {
    this.sql.message.run(group, topic, offset, key, body);
  }

  /** Ends a topic: its groups have read it up to `end`. */
  topic(topic: string, groups: readonly string[], end: number): void {
    this.sql.topic.run(topic, end);
    for (const group of groups) this.sql.position.run(group, topic, end, Date.now());
  }

  /** A letter, or a newer state of it. @param id ids sort by time */
  letter(id: string, letter: Omit<StoredLetter, 'id'>): void {
    const { group, topic, offset, key, body, attempts, error, failedAt } = letter;
    this.sql.letter.run(id, group, topic, offset, key, body, attempts, error, failedAt);
  }

  forgetLetter(id: string): void {
    this.sql.forget.run(id);
  }

  /** @returns the number of dead letters */
  close(): number {
    const { durable } = this.database;
    const { changes } = durable
      .prepare(
        `INSERT INTO dead_letters (group_name, topic, offset, key, body, attempts, error, failed_at)
         SELECT group_name, topic, offset, key, body, attempts, error, failed_at FROM letters ORDER BY id`,
      )
      .run();
    this.database.close();
    return Number(changes);
  }
}
