import type { DatabaseSync } from 'node:sqlite';

import type { Row } from './row.ts';
import { integer, optionalText, text } from './row.ts';

/** One event to deliver; `body` is the exact JSON, the same in every attempt. */
export interface EventRecord {
  seq: number;
  subject: string;
  type: string;
  body: string;
  createdAt: number;
  attempts: number;
  /** The trace id in the log lines of its delivery. */
  trace: string | undefined;
}

/** The outbox of webhooks. */
export class EventTable {
  private readonly database: DatabaseSync;
  constructor(database: DatabaseSync) {
    this.database = database;
  }

  insert(event: Omit<EventRecord, 'seq' | 'attempts' | 'trace'> & { trace?: string }): void {
    this.database
      .prepare(
        'INSERT INTO events (subject, type, body, created_at, due_at, trace) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(event.subject, event.type, event.body, event.createdAt, event.createdAt, event.trace ?? null);
  }

  /**
   * Returns due events, oldest first, and one per subject, which keeps their order. An event that failed
   * `maxBlockingTries` times no longer blocks later events of its subject.
   */
  due(now: number, maxBlockingTries: number, limit: number): EventRecord[] {
    return this.database
      .prepare(
        `SELECT * FROM events AS e WHERE due_at <= ?1 AND NOT EXISTS (
           SELECT 1 FROM events AS p WHERE p.subject = e.subject AND p.seq < e.seq AND p.attempts < ?2)
         ORDER BY seq LIMIT ?3`,
      )
      .all(now, maxBlockingTries, limit)
      .map((row) => parse(row));
  }

  /** Returns when the next unblocked event is due (epoch milliseconds), or undefined when there is none. */
  nextDueAt(maxBlockingTries: number): number | undefined {
    const row = this.database
      .prepare(
        `SELECT min(due_at) AS at FROM events AS e WHERE NOT EXISTS (
           SELECT 1 FROM events AS p WHERE p.subject = e.subject AND p.seq < e.seq AND p.attempts < ?)`,
      )
      .get(maxBlockingTries);
    return row === undefined || row.at === null ? undefined : integer(row, 'at');
  }

  /** Makes an event due at `until` and not before, for example while it is being delivered. */
  postpone(seq: number, until: number): void {
    this.database.prepare('UPDATE events SET due_at = ? WHERE seq = ?').run(until, seq);
  }

  retry(seq: number, dueAt: number): void {
    this.database
      .prepare('UPDATE events SET attempts = attempts + 1, due_at = ? WHERE seq = ?')
      .run(dueAt, seq);
  }

  remove(seq: number): void {
    this.database.prepare('DELETE FROM events WHERE seq = ?').run(seq);
  }
}

function parse(row: Row): EventRecord {
  return {
    seq: integer(row, 'seq'),
    subject: text(row, 'subject'),
    type: text(row, 'type'),
    body: text(row, 'body'),
    createdAt: integer(row, 'created_at'),
    attempts: integer(row, 'attempts'),
    trace: optionalText(row, 'trace'),
  };
}
