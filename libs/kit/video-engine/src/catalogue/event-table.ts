import { Table } from './table.ts';

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
export class EventTable extends Table<EventRecord> {
  insert(event: Omit<EventRecord, 'seq' | 'attempts' | 'trace'> & { trace?: string }): void {
    const { subject, type, body, createdAt, trace } = event;
    this.insertRow('events', { subject, type, body, createdAt, dueAt: createdAt, trace });
  }

  /**
   * Returns due events, oldest first, and one per subject, which keeps their order. An event that failed
   * `maxBlockingTries` times no longer blocks later events of its subject.
   */
  due(now: number, maxBlockingTries: number, limit: number): EventRecord[] {
    return this.all(
      `SELECT * FROM events AS e WHERE due_at <= ?1 AND NOT EXISTS (
         SELECT 1 FROM events AS p WHERE p.subject = e.subject AND p.seq < e.seq AND p.attempts < ?2)
       ORDER BY seq LIMIT ?3`,
      ...[now, maxBlockingTries, limit],
    );
  }

  /** Returns when the next unblocked event is due (epoch milliseconds), or undefined when there is none. */
  nextDueAt(maxBlockingTries: number): number | undefined {
    return this.number(
      `SELECT min(due_at) FROM events AS e WHERE NOT EXISTS (
         SELECT 1 FROM events AS p WHERE p.subject = e.subject AND p.seq < e.seq AND p.attempts < ?)`,
      maxBlockingTries,
    );
  }

  /** Makes an event due at `until` and not before, for example while it is being delivered. */
  postpone(seq: number, until: number): void {
    this.run('UPDATE events SET due_at = ? WHERE seq = ?', until, seq);
  }

  retry(seq: number, dueAt: number): void {
    this.run('UPDATE events SET attempts = attempts + 1, due_at = ? WHERE seq = ?', dueAt, seq);
  }

  remove(seq: number): void {
    this.run('DELETE FROM events WHERE seq = ?', seq);
  }
}
