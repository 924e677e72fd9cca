import { BatchCursor, type PlainDocument } from './batch-cursor.ts';

/** A cursor over a short list that is made when it is first read. */
export class ListCursor extends BatchCursor {
  readonly #make: () => PlainDocument[];

  constructor(make: () => PlainDocument[]) {
    super();
    this.#make = make;
  }

  protected *batches(): Generator<PlainDocument[], void> {
    yield this.#make();
  }
}
