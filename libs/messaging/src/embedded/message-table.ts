import type { LogDatabase } from './log-database.ts';

/** A message to append. */
export interface NewRecord {
  topic: string;
  key: string;
  body: string;
}

/** A stored message of a topic. */
export interface LogRecord {
  offset: number;
  key: string;
  body: string;
}

/** A message that a group has read and not settled. */
export interface Entry extends LogRecord {
  /** Failed attempts so far. */
  attempts: number;
  /** True when it is stored in the table `deferred`, not in the window. */
  isDeferred: boolean;
}

/** The messages: each topic has records with offsets from 0 without gaps, trimmed only at its beginning. */
export class MessageTable {
  private readonly database: LogDatabase;
  private readonly sql;

  constructor(database: LogDatabase) {
    this.database = database;
    const { durable, quick } = database;
    this.sql = {
      claim: durable.prepare(
        `INSERT INTO topics VALUES (?1, ?2)
         ON CONFLICT DO UPDATE SET next_offset = next_offset + ?2 RETURNING next_offset AS next`,
      ),
      insert: durable.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?)'),
      read: quick.prepare(
        'SELECT offset, key, body FROM messages WHERE topic = ? AND offset >= ? ORDER BY offset LIMIT ?',
      ),
      end: quick.prepare('SELECT next_offset AS next FROM topics WHERE topic = ?'),
      first: quick.prepare('SELECT MIN(offset) AS first FROM messages WHERE topic = ?'),
      topics: quick.prepare('SELECT topic FROM topics'),
      oldest: quick.prepare(
        'SELECT offset, stored_at AS storedAt FROM messages WHERE topic = ? ORDER BY offset LIMIT ?',
      ),
      trim: quick.prepare('DELETE FROM messages WHERE topic = ? AND offset <= ?'),
    };
  }

  /** Appends all records or none, in order; they are on disk when this returns. */
  append(records: readonly NewRecord[], now: number): void {
    this.database.durably(() => {
      const next = this.claimOffsets(records);
      for (const { topic, key, body } of records) {
        const offset = next.get(topic) ?? 0;
        this.sql.insert.run(topic, offset, key, body, now);
        next.set(topic, offset + 1);
      }
    });
  }

  /** At most `limit` records from an offset on; stops after the record that reaches `maxBytes` characters. */
  read(topic: string, from: number, limit: number, maxBytes: number): LogRecord[] {
    const records: LogRecord[] = [];
    let bytes = 0;
    for (const row of this.sql.read.iterate(topic, from, limit)) {
      const record = row as unknown as LogRecord;
      records.push(record);
      bytes += record.body.length;
      if (bytes >= maxBytes) break;
    }
    return records;
  }

  /** The offset that the topic's next message will get. */
  end(topic: string): number {
    return Number(this.sql.end.get(topic)?.next ?? 0);
  }

  /** The oldest stored offset; the topic's end when it is empty. */
  start(topic: string): number {
    return Number(this.sql.first.get(topic)?.first ?? this.end(topic));
  }

  topics(): string[] {
    return this.sql.topics.all().map((row) => String(row.topic));
  }

  /** The oldest records with the times they were stored. */
  oldest(topic: string, limit: number): { offset: number; storedAt: number }[] {
    return this.sql.oldest.all(topic, limit) as { offset: number; storedAt: number }[];
  }

  /** Deletes all messages up to and including the offset. */
  trim(topic: string, upTo: number): void {
    this.sql.trim.run(topic, upTo);
  }

  private claimOffsets(records: readonly NewRecord[]): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { topic } of records) counts.set(topic, (counts.get(topic) ?? 0) + 1);
    for (const [topic, count] of counts)
      counts.set(topic, Number(this.sql.claim.get(topic, count)?.next) - count);
    return counts;
  }
}
