import type { Entry } from './lanes.ts';
import type { LogTables } from './log-tables.ts';

/** What a group did in a topic since the last write; written in one go, and kept until that is committed. */
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

  /** Writes that wait. */
  get size(): number {
    return this.#writes.length;
  }

  /** Characters that they hold. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The position moved. */
  advance(): void {
    this.#isDirty = true;
  }

  defer(entry: Entry, attempts: number, dueAt: number): void {
    this.#bytes += entry.body.length;
    this.#add(() => {
      this.#tables.groups.defer(this.#group, this.#topic, { ...entry, attempts, dueAt });
    });
  }

  /** A deferred message is dealt with. */
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

  /** The transaction is committed. */
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
