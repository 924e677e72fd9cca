import mongoose from 'mongoose';
import { refuseOtherMethods } from '../errors/unsupported-operator-error.ts';

/** A document as a caller receives it. */
export type PlainDocument = Record<string, unknown>;

// Read at load time, because fake timers of a test must not stop the store.
const { setImmediate } = globalThis;

/** Lets other waiting work run first. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The part of the mongodb driver's cursors that mongoose calls. Holds one batch, never all results. */
export class Cursor {
  private readonly source: Iterator<PlainDocument[], void>;
  private batch: PlainDocument[] = [];
  private at = 0;
  private hasStarted = false;

  /** @param batches the results; the first call of `next` starts the read */
  constructor(batches: Iterator<PlainDocument[], void>) {
    this.source = batches;
  }

  async next(): Promise<PlainDocument | null> {
    while (this.at >= this.batch.length) {
      if (this.hasStarted) await yieldToEventLoop();
      this.hasStarted = true;
      const { done, value } = this.source.next();
      if (done === true) return null;
      this.batch = value;
      this.at = 0;
    }
    this.at += 1;
    return this.batch[this.at - 1] as PlainDocument;
  }

  async toArray(): Promise<PlainDocument[]> {
    const documents: PlainDocument[] = [];
    for (let document = await this.next(); document !== null; document = await this.next())
      documents.push(document);
    return documents;
  }

  close(): Promise<void> {
    this.source.return?.();
    this.batch = [];
    return Promise.resolve();
  }
}

const { AbstractCursor, AggregationCursor, FindCursor } = mongoose.mongo;
refuseOtherMethods(Cursor, AbstractCursor, AggregationCursor, FindCursor);
