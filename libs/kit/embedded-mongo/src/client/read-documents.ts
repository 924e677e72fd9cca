import { matchingBatches, type Selection } from '../planning/matching-rows.ts';
import { parseFilter } from '../query/parse-filter.ts';
import { parseProjection, type Projection } from '../query/projection.ts';
import { decodeExactly, decodeForCaller, encodeDocument, toExact } from '../values/bson.ts';
import { checkOptions, readPage, readSort, type CommandOptions } from './command-options.ts';
import type { PlainDocument } from './cursor.ts';
import type { EmbeddedStore } from './embedded-store.ts';

/** What a find asks for, page by page. */
export function readSelection(filter: object, given: CommandOptions | undefined): Selection {
  const options = checkOptions(given);
  return {
    filter: parseFilter(toExact(filter, options.ignoreUndefined)),
    sort: readSort(options.sort),
    ...readPage(options),
  };
}

/** Batches of a find. Reads its arguments when the first batch is asked for. */
export function* findBatches(
  store: EmbeddedStore,
  collection: string,
  filter: object,
  options: CommandOptions = {},
): Generator<PlainDocument[], void> {
  const selection = readSelection(filter, options);
  const projection = readProjection(options.projection);
  const found = store.catalogue.find(collection);
  if (found === undefined) return;
  for (const rows of matchingBatches(store.file, found, selection)) {
    yield rows.map(({ bytes }) => show(bytes, projection, options));
  }
}

/** A projection as options carry it. */
export const readProjection = (projection: object | null | undefined): Projection | undefined =>
  parseProjection(toExact(projection ?? {}));

/** A stored document as its caller sees it. */
export function show(
  bytes: Uint8Array,
  projection: Projection | undefined,
  options: CommandOptions,
): PlainDocument {
  if (projection === undefined) return decodeForCaller(bytes, options);
  return decodeForCaller(encodeDocument(projection(decodeExactly(bytes))), options);
}
