import type { LogDatabase } from './log-database.ts';
import type { LogTables } from './log-tables.ts';

const BATCH = 1000;

/** How long messages are kept, in milliseconds. */
export interface RetentionBounds {
  /** An older message is deleted once every group has read it. */
  readFor: number;
  /** Older messages, older dead letters, and groups inactive for longer are deleted in any case. */
  atMost: number;
}

/** Deletes expired messages. Handlers remember ids for longer, so they recognise a repeated id of a deleted message. */
export class Retention {
  readonly #database: LogDatabase;
  readonly #tables: LogTables;
  readonly #bounds: RetentionBounds;

  constructor(database: LogDatabase, tables: LogTables, bounds: RetentionBounds) {
    this.#database = database;
    this.#tables = tables;
    this.#bounds = bounds;
  }

  /** Runs one sweep in small transactions, so that other writes can run in between. */
  async sweep(now: number): Promise<void> {
    const { groups, deadLetters, messages } = this.#tables;
    this.#database.quickly(() => {
      groups.expire(now - this.#bounds.atMost);
      deadLetters.expire(now - this.#bounds.atMost);
    });
    for (const topic of messages.topics()) {
      while (this.#trim(topic, now)) await new Promise(setImmediate);
    }
  }

  /** @returns whether there may be more to delete */
  #trim(topic: string, now: number): boolean {
    const { groups, messages } = this.#tables;
    const floor = groups.floor(topic);
    const isExpired = ({ offset, storedAt }: { offset: number; storedAt: number }) =>
      storedAt < now - this.#bounds.atMost || (storedAt < now - this.#bounds.readFor && offset < floor);
    const oldest = messages.oldest(topic, BATCH);
    const kept = oldest.findIndex((record) => !isExpired(record));
    const last = kept === -1 ? oldest.at(-1) : oldest[kept - 1];
    if (last) messages.trim(topic, last.offset);
    return kept === -1 && oldest.length === BATCH;
  }
}
