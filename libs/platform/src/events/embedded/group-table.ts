import type { LogDatabase } from './log-database.ts';
import type { LogRecord } from './message-table.ts';

/** Where a group stands in a topic. */
export interface Position {
  position: number;
  /** Counts how often it was moved by order. */
  epoch: number;
  /** Counts how often it got dead letters back. */
  returns: number;
}

/** A message that a group put aside: it waits for a retry, or behind one of the same key. */
export interface DeferredRecord extends LogRecord {
  /** Failed tries so far. */
  attempts: number;
  /** Milliseconds since the epoch. */
  dueAt: number;
}

/** What waits under one key. */
export interface DeferredKey {
  key: string;
  count: number;
  /** When the first of them is due. */
  dueAt: number;
}

/** What each group has dealt with. Everything before its position is done, deferred, or a dead letter. */
export class GroupTable {
  readonly #database: LogDatabase;
  readonly #sql;

  constructor(database: LogDatabase) {
    this.#database = database;
    const { durable, quick } = database;
    const mine = 'group_name = ? AND topic = ?';
    this.#sql = {
      begin: durable.prepare('INSERT INTO positions VALUES (?, ?, ?, 0, 0, ?) ON CONFLICT DO NOTHING'),
      find: quick.prepare(`SELECT position, epoch, returns FROM positions WHERE ${mine}`),
      advance: quick.prepare(`UPDATE positions SET position = ?, seen_at = ? WHERE ${mine}`),
      skip: quick.prepare(`UPDATE positions SET position = ? WHERE ${mine}`),
      touch: quick.prepare(`UPDATE positions SET seen_at = ? WHERE ${mine}`),
      move: durable.prepare(
        `INSERT INTO positions VALUES (?1, ?2, ?3, 0, 0, ?4)
         ON CONFLICT DO UPDATE SET position = ?3, epoch = epoch + 1`,
      ),
      // What the topic no longer holds could not be read again, so it stays.
      forgetFrom: durable.prepare(
        `DELETE FROM deferred WHERE ${mine} AND offset >= ?
         AND EXISTS (SELECT 1 FROM messages m WHERE m.topic = deferred.topic AND m.offset = deferred.offset)`,
      ),
      ahead: quick.prepare(
        `SELECT MAX(offset) AS last FROM deferred
         WHERE ${mine} AND offset >= (SELECT position FROM positions WHERE ${mine})`,
      ),
      deferRange: quick.prepare(
        `INSERT INTO deferred SELECT group_name, topic, offset, key, body, 0, 0
         FROM positions JOIN messages USING (topic)
         WHERE ${mine} AND offset >= position AND offset <= ? ON CONFLICT DO NOTHING`,
      ),
      floor: quick.prepare('SELECT MIN(position) AS floor FROM positions WHERE topic = ?'),
      expire: quick.prepare('DELETE FROM positions WHERE seen_at < ?'),
      defer: quick.prepare(
        `INSERT INTO deferred VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at`,
      ),
      settle: quick.prepare(`DELETE FROM deferred WHERE ${mine} AND key = ? AND offset = ?`),
      // SQLite takes bare columns beside MIN() from the row that holds the minimum.
      keys: quick.prepare(
        `SELECT key, COUNT(*) AS count, due_at AS dueAt, MIN(offset) AS first
         FROM deferred WHERE ${mine} GROUP BY key ORDER BY first`,
      ),
      first: quick.prepare(
        `SELECT offset, key, body, attempts, due_at AS dueAt FROM deferred
         WHERE ${mine} AND key = ? ORDER BY offset LIMIT 1`,
      ),
    };
  }

  /** The group's place in the topic; a group new to it begins at `start`. */
  begin(group: string, topic: string, start: number, now: number): Position {
    this.#sql.begin.run(group, topic, start, now);
    this.#sql.touch.run(now, group, topic);
    return this.find(group, topic) ?? { position: start, epoch: 0, returns: 0 };
  }

  find(group: string, topic: string): Position | undefined {
    return this.#sql.find.get(group, topic) as Position | undefined;
  }

  /** Progress; call it inside a transaction with what else changed. */
  advance(group: string, topic: string, position: number, now: number): void {
    this.#sql.advance.run(position, now, group, topic);
  }

  /**
   * After a crash some messages behind the position may be deferred already. Defers all up to the last of these
   * (those done are repeated), so that the rest of the topic is read in order and nothing twice.
   */
  closeGap(group: string, topic: string): void {
    this.#database.quickly(() => {
      const last = this.#sql.ahead.get(group, topic, group, topic)?.last;
      if (typeof last !== 'number') return;
      this.#sql.deferRange.run(group, topic, last);
      this.#sql.skip.run(last + 1, group, topic);
    });
  }

  /** Moves a group to an offset on somebody's order; what it had put aside from there on is read again anyway. */
  move(group: string, topic: string, offset: number, now: number): void {
    this.#database.durably(() => {
      this.#sql.forgetFrom.run(group, topic, offset);
      this.#sql.move.run(group, topic, offset, now);
    });
  }

  /** Puts a message aside, or notes one more failed try of it. */
  defer(group: string, topic: string, record: DeferredRecord): void {
    const { offset, key, body, attempts, dueAt } = record;
    this.#sql.defer.run(group, topic, offset, key, body, attempts, dueAt);
  }

  /** A deferred message is dealt with. */
  settle(group: string, topic: string, key: string, offset: number): void {
    this.#sql.settle.run(group, topic, key, offset);
  }

  /** Every key under which something waits, in the order of the log. */
  deferredKeys(group: string, topic: string): DeferredKey[] {
    return this.#sql.keys.all(group, topic) as unknown as DeferredKey[];
  }

  firstDeferred(group: string, topic: string, key: string): DeferredRecord | undefined {
    return this.#sql.first.get(group, topic, key) as DeferredRecord | undefined;
  }

  /** The lowest position of any group in the topic; infinity when nobody reads it. */
  floor(topic: string): number {
    return Number(this.#sql.floor.get(topic)?.floor ?? Infinity);
  }

  /** Notes that the group is alive. */
  touch(group: string, topic: string, now: number): void {
    this.#sql.touch.run(now, group, topic);
  }

  /** Forgets the positions of groups not seen since. */
  expire(before: number): void {
    this.#sql.expire.run(before);
  }
}
