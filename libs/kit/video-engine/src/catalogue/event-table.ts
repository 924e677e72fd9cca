import type { DatabaseSync } from 'node:sqlite';

import type { Row } from './row.ts';
import { integer, optionalText, text } from './row.ts';

/** One event to be delivered; `body` is the exact JSON, the same on every try. */
export interface EventRecord {
  seq: number;
  subject: string;
  type: string;
  body: string;
  createdAt: number;
  attempts: number;
  /** The id that log lines of its delivery carry. */
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
   * Due events, oldest first. One event per subject at a time, so that order holds; an event that failed
   * `patience` times no longer holds back those behind it.
   */
  due(now: number, patience: number, limit: number): EventRecord[] {
    return this.database
      .prepare(
        `SELECT * FROM events AS e WHERE due_at <= ?1 AND NOT EXISTS (
           SELECT 1 FROM events AS p WHERE p.subject = e.subject AND p.seq < e.seq AND p.attempts < ?2)
         ORDER BY seq LIMIT ?3`,
      )
      .all(now, patience, limit)
      .map((row) => parse(row));
  }

  /** When the next event that no other holds back is due, if there is any. */
  nextDueAt(patience: number): number | undefined {
    const row = this.database
      .prepare(
        `SELECT min(due_at) AS at FROM events AS e WHERE NOT EXISTS (
           SELECT 1 FROM events AS p WHERE p.subject = e.subject AND p.seq < e.seq AND p.attempts < ?)`,
      )
      .get(patience);
    return row === undefined || row.at === null ? undefined : integer(row, 'at');
  }

  /** Marks an event as being tried, so that it is not due again before `until`. */
  hold(seq: number, until: number): void {
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
