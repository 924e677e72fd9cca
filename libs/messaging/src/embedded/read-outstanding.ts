import { DatabaseSync } from 'node:sqlite';
import type { LogRecord } from './message-table.ts';

const pageSize = 200;

/** A message that a group has not handled. */
export interface OutstandingRecord extends LogRecord {
  readonly group: string;
  readonly topic: string;
}

/** A stored dead letter with its bytes. */
export interface StoredLetter extends OutstandingRecord {
  readonly id: number;
  readonly attempts: number;
  readonly error: string;
  /** Milliseconds since the epoch. */
  readonly failedAt: number;
}

/** Reads what the groups of a log that nobody has open have not handled. */
export class OutstandingReader {
  private readonly database: DatabaseSync;

  constructor(file: string) {
    this.database = new DatabaseSync(file);
  }

  /**
   * The messages of each group in the order of their topic: those that it deferred, and those after its position.
   * @param groups groups of a single process are omitted by not naming them: they begin at the latest message
   */
  *messages(groups: readonly string[]): Generator<OutstandingRecord, void> {
    const positions = this.database
      .prepare('SELECT group_name AS "group", topic, position FROM positions ORDER BY group_name, topic')
      .all() as unknown as { group: string; topic: string; position: number }[];
    for (const { group, topic, position } of positions)
      if (groups.includes(group)) yield* this.ofTopic(group, topic, position);
  }

  *letters(groups: readonly string[]): Generator<StoredLetter, void> {
    const select = this.database.prepare(
      `SELECT id, group_name AS "group", topic, offset, key, body, attempts, error, failed_at AS failedAt
       FROM dead_letters WHERE id > ? ORDER BY id LIMIT ?`,
    );
    for (let last = 0; ;) {
      const page = select.all(last, pageSize) as unknown as StoredLetter[];
      yield* page.filter(({ group }) => groups.includes(group));
      const end = page.at(-1);
      if (end === undefined) return;
      last = end.id;
    }
  }

  close(): void {
    this.database.close();
  }

  /** After a crash a message may be both deferred and after the position; it is read once. */
  private *ofTopic(group: string, topic: string, position: number): Generator<OutstandingRecord, void> {
    const select = this.database.prepare(
      `SELECT offset, key, body FROM messages WHERE topic = ?2 AND offset >= ?3 AND offset > ?4
       UNION SELECT offset, key, body FROM deferred WHERE group_name = ?1 AND topic = ?2 AND offset > ?4
       ORDER BY offset LIMIT ?5`,
    );
    for (let last = -1; ;) {
      const page = select.all(group, topic, position, last, pageSize) as unknown as LogRecord[];
      for (const record of page) yield { ...record, group, topic };
      const end = page.at(-1);
      if (end === undefined) return;
      last = end.offset;
    }
  }
}
