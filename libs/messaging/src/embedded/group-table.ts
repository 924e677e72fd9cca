import type { LogDatabase } from './log-database.ts';
import type { LogRecord } from './message-table.ts';

/** The position of a group in a topic. */
export interface Position {
  position: number;
  /** How often an operator moved the group. */
  epoch: number;
  /** How often dead letters were replayed to the group. */
  returns: number;
}

/** A message that a group deferred: it waits for a retry, or behind another message of its key. */
export interface DeferredRecord extends LogRecord {
  /** Failed attempts so far. */
  attempts: number;
  /** Milliseconds since the epoch. */
  dueAt: number;
}

/** The deferred messages of one key. */
export interface DeferredKey {
  key: string;
  count: number;
  /** When the first of them is due. */
  dueAt: number;
}

/** The progress of each group. Every message before its position is handled, deferred, or a dead letter. */
export class GroupTable {
  private readonly database: LogDatabase;
  private readonly sql;

  constructor(database: LogDatabase) {
    this.database = database;
    const { durable, quick } = database;
    const ofGroup = 'group_name = ? AND topic = ?';
    this.sql = {
      begin: durable.prepare('INSERT INTO positions VALUES (?, ?, ?, 0, 0, ?) ON CONFLICT DO NOTHING'),
      find: quick.prepare(`SELECT position, epoch, returns FROM positions WHERE ${ofGroup}`),
      advance: quick.prepare(`UPDATE positions SET position = ?, seen_at = ? WHERE ${ofGroup}`),
      skip: quick.prepare(`UPDATE positions SET position = ? WHERE ${ofGroup}`),
      touch: quick.prepare(`UPDATE positions SET seen_at = ? WHERE ${ofGroup}`),
      move: durable.prepare(
        `INSERT INTO positions VALUES (?1, ?2, ?3, 0, 0, ?4)
         ON CONFLICT DO UPDATE SET position = ?3, epoch = epoch + 1`,
      ),
      // Messages that retention deleted from the topic could not be read again, so they stay.
      deleteFrom: durable.prepare(
        `DELETE FROM deferred WHERE ${ofGroup} AND offset >= ?
         AND EXISTS (SELECT 1 FROM messages m WHERE m.topic = deferred.topic AND m.offset = deferred.offset)`,
      ),
      ahead: quick.prepare(
        `SELECT MAX(offset) AS last FROM deferred
         WHERE ${ofGroup} AND offset >= (SELECT position FROM positions WHERE ${ofGroup})`,
      ),
      deferRange: quick.prepare(
        `INSERT INTO deferred SELECT group_name, topic, offset, key, body, 0, 0
         FROM positions JOIN messages USING (topic)
         WHERE ${ofGroup} AND offset >= position AND offset <= ? ON CONFLICT DO NOTHING`,
      ),
      floor: quick.prepare('SELECT MIN(position) AS floor FROM positions WHERE topic = ?'),
      expire: quick.prepare('DELETE FROM positions WHERE seen_at < ?'),
      defer: quick.prepare(
        `INSERT INTO deferred VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at`,
      ),
      settle: quick.prepare(`DELETE FROM deferred WHERE ${ofGroup} AND key = ? AND offset = ?`),
      // SQLite takes bare columns beside MIN() from the row that holds the minimum.
      keys: quick.prepare(
        `SELECT key, COUNT(*) AS count, due_at AS dueAt, MIN(offset) AS first
         FROM deferred WHERE ${ofGroup} GROUP BY key ORDER BY first`,
      ),
      first: quick.prepare(
        `SELECT offset, key, body, attempts, due_at AS dueAt FROM deferred
         WHERE ${ofGroup} AND key = ? ORDER BY offset LIMIT 1`,
      ),
    };
  }

  /** The group's position in the topic; a new group begins at `start`. */
  begin(group: string, topic: string, start: number, now: number): Position {
    this.sql.begin.run(group, topic, start, now);
    this.sql.touch.run(now, group, topic);
    return this.find(group, topic) ?? { position: start, epoch: 0, returns: 0 };
  }

  find(group: string, topic: string): Position | undefined {
    return this.sql.find.get(group, topic) as Position | undefined;
  }

  /** Call it in the transaction that stores the other changes. */
  advance(group: string, topic: string, position: number, now: number): void {
    this.sql.advance.run(position, now, group, topic);
  }

  /**
   * After a crash some messages after the position may be deferred already. Defers all messages up to the last of these
   * (handled ones are repeated), so that the rest of the topic is read in order and only once.
   */
  closeGap(group: string, topic: string): void {
    this.database.quickly(() => {
      const last = this.sql.ahead.get(group, topic, group, topic)?.last;
      if (typeof last !== 'number') return;
      this.sql.deferRange.run(group, topic, last);
      this.sql.skip.run(last + 1, group, topic);
    });
  }

  /** Moves a group to an offset; deletes what it deferred from there on, because it is read again. */
  move(group: string, topic: string, offset: number, now: number): void {
    this.database.durably(() => {
      this.sql.deleteFrom.run(group, topic, offset);
      this.sql.move.run(group, topic, offset, now);
    });
  }

  /** Defers a message, or stores one more failed attempt of a deferred one. */
  defer(group: string, topic: string, record: DeferredRecord): void {
    const { offset, key, body, attempts, dueAt } = record;
    this.sql.defer.run(group, topic, offset, key, body, attempts, dueAt);
  }

  /** Deletes a deferred message that was handled. */
  settle(group: string, topic: string, key: string, offset: number): void {
    this.sql.settle.run(group, topic, key, offset);
  }

  /** Every key with deferred messages, in the order of the log. */
  deferredKeys(group: string, topic: string): DeferredKey[] {
    return this.sql.keys.all(group, topic) as unknown as DeferredKey[];
  }

  firstDeferred(group: string, topic: string, key: string): DeferredRecord | undefined {
    return this.sql.first.get(group, topic, key) as DeferredRecord | undefined;
  }

  /** The lowest position of any group in the topic; `Infinity` when no group reads it. */
  floor(topic: string): number {
    return Number(this.sql.floor.get(topic)?.floor ?? Infinity);
  }

  /** Stores that the group is active. */
  touch(group: string, topic: string, now: number): void {
    this.sql.touch.run(now, group, topic);
  }

  /** Deletes the positions of groups inactive since `before`. */
  expire(before: number): void {
    this.sql.expire.run(before);
  }
}
