import type { DeadLetter, DeadLetterFilter, DeadLetterPage } from '../events/event-bus.ts';
import type { LogDatabase } from './log-database.ts';
import type { LogRecord } from './message-table.ts';

const matchesFilter = `(?1 IS NULL OR group_name = ?1) AND (?2 IS NULL OR topic = ?2)
  AND (?3 IS NULL OR id IN (SELECT value FROM json_each(?3)))`;

/** Dead letters with their bytes, so that they are kept independently of the topic's retention. */
export class DeadLetterTable {
  private readonly database: LogDatabase;
  private readonly sql;

  constructor(database: LogDatabase) {
    this.database = database;
    const { durable, quick } = database;
    this.sql = {
      add: quick.prepare(
        `INSERT INTO dead_letters (group_name, topic, offset, key, body, attempts, error, failed_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      list: quick.prepare(
        `SELECT id, group_name, topic, offset, key, body, attempts, error, failed_at
         FROM dead_letters WHERE ${matchesFilter} AND id > ?4 ORDER BY id LIMIT ?5`,
      ),
      replay: durable.prepare(
        `INSERT INTO deferred SELECT group_name, topic, offset, key, body, 0, 0 FROM dead_letters
         WHERE ${matchesFilter} ON CONFLICT DO NOTHING`,
      ),
      countReturn: durable.prepare(
        `UPDATE positions SET returns = returns + 1 WHERE (group_name, topic) IN
         (SELECT group_name, topic FROM dead_letters WHERE ${matchesFilter})`,
      ),
      remove: durable.prepare(`DELETE FROM dead_letters WHERE ${matchesFilter}`),
      topics: quick.prepare('SELECT DISTINCT topic FROM dead_letters'),
      expire: quick.prepare('DELETE FROM dead_letters WHERE topic = ? AND failed_at < ?'),
    };
  }

  /** Call it inside the transaction that settles the message. */
  add(group: string, topic: string, record: LogRecord, attempts: number, error: string, now: number): void {
    this.sql.add.run(group, topic, record.offset, record.key, record.body, attempts, error, now);
  }

  list(filter: DeadLetterFilter, { after = '0', limit = 100 }: DeadLetterPage): DeadLetter[] {
    const rows = this.sql.list.all(...parameters(filter), Number(after), Math.min(Math.max(limit, 1), 100));
    return rows.map(toDeadLetter);
  }

  /** Moves dead letters back to the deferred messages of their groups. */
  replay(filter: DeadLetterFilter): number {
    return this.database.durably(() => {
      const matching = parameters(filter);
      this.sql.replay.run(...matching);
      this.sql.countReturn.run(...matching);
      return Number(this.sql.remove.run(...matching).changes);
    });
  }

  topics(): string[] {
    return this.sql.topics.all().map((row) => String(row.topic));
  }

  expire(topic: string, before: number): void {
    this.sql.expire.run(topic, before);
  }
}

function parameters({ group, topic, ids }: DeadLetterFilter): [string | null, string | null, string | null] {
  return [group ?? null, topic ?? null, ids ? JSON.stringify(ids.map(Number)) : null];
}

function toDeadLetter(row: Record<string, unknown>): DeadLetter {
  return {
    id: String(row.id),
    group: String(row.group_name),
    topic: String(row.topic),
    partition: 0,
    offset: Number(row.offset),
    key: String(row.key),
    attempts: Number(row.attempts),
    error: String(row.error),
    failedAt: new Date(Number(row.failed_at)).toISOString(),
    raw: String(row.body),
  };
}
