import { decodeExactly, decodeForCaller, encodeDocument, toExact } from '../values/bson.ts';
import { parseFilter } from '../query/parse-filter.ts';
import { parseProjection, type Projection } from '../projection/projection.ts';
import { matchingBatches, type Selection } from '../planning/matching-rows.ts';
import type { StoredRow } from '../storage/collection-store.ts';
import { BatchCursor, type PlainDocument } from './batch-cursor.ts';
import { checkOptions, readSort, type CommandOptions } from './command-options.ts';
import type { EmbeddedStore } from './embedded-store.ts';
import { demandNumber, readPage } from './read-page.ts';

/** What `find` returns: reads in batches, decodes what is asked for. */
export class FindCursor extends BatchCursor {
  readonly #store: EmbeddedStore;
  readonly #collection: string;
  readonly #filter: object;
  #options: CommandOptions;

  constructor(store: EmbeddedStore, collection: string, filter: object, options: CommandOptions | undefined) {
    super();
    this.#store = store;
    this.#collection = collection;
    this.#filter = filter;
    this.#options = { ...checkOptions(options) };
  }

  sort(sort: unknown, direction?: unknown): this {
    return this.#with({ sort: direction === undefined ? sort : [[sort, direction]] });
  }

  skip(skip: number): this {
    demandNumber('skip', skip);
    return this.#with({ skip });
  }

  limit(limit: number): this {
    demandNumber('limit', limit);
    return this.#with({ limit });
  }

  project(projection: object): this {
    return this.#with({ projection });
  }

  async count(): Promise<number> {
    return (await this.clone().toArray()).length;
  }

  clone(): FindCursor {
    return new FindCursor(this.#store, this.#collection, this.#filter, this.#options);
  }

  protected *batches(): Generator<PlainDocument[], void> {
    const { projection, selection } = this.#read();
    const store = this.#store.catalogue.find(this.#collection);
    if (store === undefined) return;
    for (const rows of matchingBatches(this.#store.file, store, selection)) {
      yield rows.map((row) => show(row, projection, this.#options));
    }
  }

  #with(change: CommandOptions): this {
    this.#options = { ...this.#options, ...change };
    return this;
  }

  #read(): { selection: Selection; projection: Projection | undefined } {
    const { projection, sort, ignoreUndefined } = this.#options;
    const selection = {
      filter: parseFilter(toExact(this.#filter, ignoreUndefined)),
      sort: readSort(sort),
      ...readPage(this.#options),
    };
    return { selection, projection: readProjection(projection) };
  }
}

/** A projection as options carry it. */
export const readProjection = (projection: object | null | undefined): Projection | undefined =>
  projection === undefined || projection === null ? undefined : parseProjection(toExact(projection));

/** A stored document as its caller sees it. */
export function show(
  { bytes }: Pick<StoredRow, 'bytes'>,
  projection: Projection | undefined,
  options: CommandOptions,
): PlainDocument {
  if (projection === undefined) return decodeForCaller(bytes, options);
  return decodeForCaller(encodeDocument(projection(decodeExactly(bytes))), options);
}
