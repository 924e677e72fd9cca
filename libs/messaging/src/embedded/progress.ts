import type { LogTables } from './log-tables.ts';
import type { Entry } from './message-table.ts';

/** The changes of a group in a topic since the last write: written in one transaction, and kept until its commit. */
export class Progress {
  private readonly group: string;
  private readonly topic: string;
  private readonly tables: LogTables;
  private writes: (() => void)[] = [];
  private byteCount = 0;
  private hasChanges = false;

  constructor(group: string, topic: string, tables: LogTables) {
    this.group = group;
    this.topic = topic;
    this.tables = tables;
  }

  get isDirty(): boolean {
    return this.hasChanges;
  }

  /** Number of pending writes. */
  get size(): number {
    return this.writes.length;
  }

  /** Characters in the pending writes. */
  get bytes(): number {
    return this.byteCount;
  }

  /** Records that the position changed. */
  advance(): void {
    this.hasChanges = true;
  }

  defer(entry: Entry, attempts: number, dueAt: number): void {
    this.byteCount += entry.body.length;
    this.add(() => this.tables.groups.defer(this.group, this.topic, { ...entry, attempts, dueAt }));
  }

  /** Records that a deferred message was handled. */
  settle(entry: Entry): void {
    this.add(() => this.tables.groups.settle(this.group, this.topic, entry.key, entry.offset));
  }

  giveUp(entry: Entry, error: string, now: number): void {
    this.add(() => {
      this.tables.deadLetters.add(this.group, this.topic, entry, entry.attempts + 1, error, now);
    });
  }

  /** Call it inside a transaction. */
  write(): void {
    for (const write of this.writes) write();
  }

  /** Call it after the transaction was committed. */
  clear(): void {
    this.writes = [];
    this.byteCount = 0;
    this.hasChanges = false;
  }

  private add(write: () => void): void {
    this.writes.push(write);
    this.hasChanges = true;
  }
}
