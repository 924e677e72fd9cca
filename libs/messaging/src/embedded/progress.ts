import type { LogTables } from './log-tables.ts';
import type { Entry } from './message-table.ts';

/** The changes of a group in a topic since the last write: written in one transaction, and kept until its commit. */
export class Progress {
  readonly #group: string;
  readonly #topic: string;
  readonly #tables: LogTables;
  #writes: (() => void)[] = [];
  #bytes = 0;
  #isDirty = false;

  constructor(group: string, topic: string, tables: LogTables) {
    this.#group = group;
    this.#topic = topic;
    this.#tables = tables;
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** Number of pending writes. */
  get size(): number {
    return this.#writes.length;
  }

  /** Characters in the pending writes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Records that the position changed. */
  advance(): void {
    this.#isDirty = true;
  }

  defer(entry: Entry, attempts: number, dueAt: number): void {
    this.#bytes += entry.body.length;
    this.#add(() => {
      this.#tables.groups.defer(this.#group, this.#topic, { ...entry, attempts, dueAt });
    });
  }

  /** Records that a deferred message was handled. */
  settle(entry: Entry): void {
    this.#add(() => {
      this.#tables.groups.settle(this.#group, this.#topic, entry.key, entry.offset);
    });
  }

  giveUp(entry: Entry, error: string, now: number): void {
    this.#add(() => {
      this.#tables.deadLetters.add(this.#group, this.#topic, entry, entry.attempts + 1, error, now);
    });
  }

  /** Call it inside a transaction. */
  write(): void {
    for (const write of this.#writes) write();
  }

  /** Call it after the transaction was committed. */
  clear(): void {
    this.#writes = [];
    this.#bytes = 0;
    this.#isDirty = false;
  }

  #add(write: () => void): void {
    this.#writes.push(write);
    this.#isDirty = true;
  }
}
