import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** A document as a caller sees it. */
export type PlainDocument = Record<string, unknown>;

/** The part of the mongodb driver's cursors that mongoose and its users call. Holds one batch, never the set. */
export abstract class BatchCursor implements AsyncIterable<PlainDocument> {
  #source: Generator<PlainDocument[], void> | undefined;
  #batch: PlainDocument[] = [];
  #at = 0;
  #isClosed = false;
  readonly #maps: ((document: PlainDocument) => PlainDocument)[] = [];

  /** Batches of the answer; the first call of `next` starts it. */
  protected abstract batches(): Generator<PlainDocument[], void>;

  get closed(): boolean {
    return this.#isClosed;
  }

  async next(): Promise<PlainDocument | null> {
    if (!(await this.hasNext())) return null;
    const document = this.#batch[this.#at] as PlainDocument;
    this.#at += 1;
    return this.#maps.reduce((mapped, map) => map(mapped), document);
  }

  tryNext(): Promise<PlainDocument | null> {
    return this.next();
  }

  async hasNext(): Promise<boolean> {
    while (this.#at >= this.#batch.length) {
      if (this.#isClosed) return false;
      const isFirst = this.#source === undefined;
      this.#source ??= this.batches();
      if (!isFirst) await yieldToEventLoop();
      const { done, value } = this.#source.next();
      if (done === true) return false;
      this.#batch = value;
      this.#at = 0;
    }
    return true;
  }

  async toArray(): Promise<PlainDocument[]> {
    const documents: PlainDocument[] = [];
    for await (const document of this) documents.push(document);
    return documents;
  }

  async forEach(visit: (document: PlainDocument) => unknown): Promise<void> {
    for await (const document of this) if (visit(document) === false) return;
  }

  map(change: (document: PlainDocument) => PlainDocument): this {
    this.#maps.push(change);
    return this;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PlainDocument, void> {
    try {
      for (let document = await this.next(); document !== null; document = await this.next()) yield document;
    } finally {
      await this.close();
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#batch = [];
    this.#at = 0;
    return Promise.resolve();
  }

  rewind(): void {
    this.#source = undefined;
    this.#batch = [];
    this.#at = 0;
    this.#isClosed = false;
  }

  /** Nothing times out here, so the flags of waiting change nothing. */
  addCursorFlag(): this {
    return this;
  }

  batchSize(): this {
    return this;
  }
}
