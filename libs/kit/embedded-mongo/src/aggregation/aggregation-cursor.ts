import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { BatchCursor, type PlainDocument } from '../client/batch-cursor.ts';
import type { CommandOptions } from '../client/command-options.ts';
import type { EmbeddedStore } from '../client/embedded-store.ts';

/** What `aggregate` returns. */
export class AggregationCursor extends BatchCursor {
  constructor(
    store: EmbeddedStore,
    collection: string,
    pipeline: readonly object[],
    options: CommandOptions,
  ) {
    super();
    void [store, collection, pipeline, options];
  }

  protected batches(): Generator<PlainDocument[], void> {
    throw new UnsupportedOperatorError('aggregate');
  }
}
