import type { LogDatabase } from './log-database.ts';
import type { LogTables } from './log-tables.ts';

const maxBatch = 1000;
/** Groups that were inactive for longer are deleted. */
const keepGroupsMs = 30 * 24 * 60 * 60 * 1000;

/** How long the messages of a topic are kept, in milliseconds. */
export interface RetentionBounds {
  /** An older message is deleted once every group has read it. */
  readFor: number;
  /** Older messages and older dead letters are deleted in any case. */
  atMost: number;
}

/** The bounds of a topic. */
export type RetentionOf = (topic: string) => RetentionBounds;

/** Deletes expired messages and their traces in the file. Handlers remember ids for longer, so they recognise a repeated id of a deleted message. */
export class Retention {
  private readonly database: LogDatabase;
  private readonly tables: LogTables;
  private readonly boundsOf: RetentionOf;

  constructor(database: LogDatabase, tables: LogTables, boundsOf: RetentionOf) {
    this.database = database;
    this.tables = tables;
    this.boundsOf = boundsOf;
  }

  /** Runs one sweep in small transactions, so that other writes can run in between. */
  async sweep(now: number): Promise<void> {
    const { groups, deadLetters, messages } = this.tables;
    this.database.quickly(() => {
      groups.expire(now - keepGroupsMs);
      for (const topic of deadLetters.topics()) deadLetters.expire(topic, now - this.boundsOf(topic).atMost);
    });
    for (const topic of messages.topics()) {
      while (this.trim(topic, now)) await new Promise(setImmediate);
    }
    this.database.emptyWriteAheadLog();
  }

  /** @returns whether there may be more to delete */
  private trim(topic: string, now: number): boolean {
    const { groups, messages } = this.tables;
    const floor = groups.floor(topic);
    const { readFor, atMost } = this.boundsOf(topic);
    const isExpired = ({ offset, storedAt }: { offset: number; storedAt: number }) =>
      storedAt < now - atMost || (storedAt < now - readFor && offset < floor);
    const oldest = messages.oldest(topic, maxBatch);
    const firstUnexpired = oldest.findIndex((record) => !isExpired(record));
    const last = firstUnexpired === -1 ? oldest.at(-1) : oldest[firstUnexpired - 1];
    if (last) messages.trim(topic, last.offset);
    return firstUnexpired === -1 && oldest.length === maxBatch;
  }
}
