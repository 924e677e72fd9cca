import { EventBusClosedError } from '../events/event-errors.ts';
import type { MessageTable, NewRecord } from './message-table.ts';

/** Maximum number of records in one transaction. */
const maxBatch = 1000;

interface Waiting {
  records: NewRecord[];
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Appends the records of many publishers in one transaction, so that they share one sync to disk. */
export class AppendQueue {
  private readonly messages: MessageTable;
  private readonly now: () => number;
  private readonly onAppended: (topics: ReadonlySet<string>) => void;
  private waiting: Waiting[] = [];
  private isClosed = false;

  constructor(messages: MessageTable, now: () => number, onAppended: (topics: ReadonlySet<string>) => void) {
    this.messages = messages;
    this.now = now;
    this.onAppended = onAppended;
  }

  /** Resolves when all records are on disk; on rejection none are. */
  add(records: NewRecord[]): Promise<void> {
    if (this.isClosed) return Promise.reject(new EventBusClosedError());
    return new Promise((resolve, reject) => {
      this.waiting.push({ records, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  /** Writes the waiting records and accepts no more. */
  close(): void {
    this.isClosed = true;
    while (this.waiting.length > 0) this.flush();
  }

  private flush(): void {
    const batch = this.takeBatch();
    if (batch.length === 0) return;
    const records = batch.flatMap((waiting) => waiting.records);
    try {
      this.messages.append(records, this.now());
      for (const { resolve } of batch) resolve();
      this.onAppended(new Set(records.map(({ topic }) => topic)));
    } catch (error) {
      for (const { reject } of batch) reject(new Error('The event log cannot be written.', { cause: error }));
    }
    if (this.waiting.length > 0 && !this.isClosed) setImmediate(() => this.flush());
  }

  private takeBatch(): Waiting[] {
    let size = 0;
    const count = this.waiting.findIndex(({ records }) => (size += records.length) >= maxBatch) + 1;
    return this.waiting.splice(0, count === 0 ? this.waiting.length : count);
  }
}
