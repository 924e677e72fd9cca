import { BatchCursor, type PlainDocument } from '../client/batch-cursor.ts';
import type { CommandOptions } from '../client/command-options.ts';
import type { EmbeddedStore } from '../client/embedded-store.ts';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { matchingBatches, type Selection } from '../planning/matching-rows.ts';
import { allOf, everything } from '../query/filter.ts';
import { parseFilter } from '../query/parse-filter.ts';
import { parseSort } from '../query/sort-order.ts';
import {
  decodeExactly,
  decodeForCaller,
  encodeDocument,
  toExact,
  type BsonDocument,
} from '../values/bson.ts';
import { demandCount, parseStage, type Stage } from './stages.ts';

/** What `aggregate` returns. Leading `$match`, `$sort`, `$skip` and `$limit` are answered by indexes like a find. */
export class AggregationCursor extends BatchCursor {
  readonly #store: EmbeddedStore;
  readonly #collection: string;
  readonly #pipeline: readonly object[];
  readonly #options: CommandOptions;

  constructor(
    store: EmbeddedStore,
    collection: string,
    pipeline: readonly object[],
    options: CommandOptions,
  ) {
    super();
    this.#store = store;
    this.#collection = collection;
    this.#pipeline = pipeline;
    this.#options = options;
  }

  explain(): never {
    throw new UnsupportedOperatorError('explain');
  }

  protected *batches(): Generator<PlainDocument[], void> {
    const pipeline = this.#pipeline.map((stage) => toExact(stage));
    const { selection, rest } = readLeadingStages(pipeline);
    const stages = rest.map(parseStage);
    const answer = stages.reduce<Iterable<BsonDocument>>(
      (documents, stage: Stage) => stage(documents),
      this.#read(selection),
    );
    let batch: PlainDocument[] = [];
    for (const document of answer) {
      batch.push(decodeForCaller(encodeDocument(document), this.#options));
      if (batch.length < 100) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }

  *#read(selection: Selection): Generator<BsonDocument, void> {
    const store = this.#store.catalogue.find(this.#collection);
    if (store === undefined) return;
    for (const rows of matchingBatches(this.#store.file, store, selection)) {
      for (const { bytes } of rows) yield decodeExactly(bytes);
    }
  }
}

/** The stages a find does as well, in the order a find does them. */
const findOrder = ['$match', '$sort', '$skip', '$limit'];

function readLeadingStages(pipeline: readonly BsonDocument[]): {
  selection: Selection;
  rest: readonly BsonDocument[];
} {
  const selection: Selection = { filter: everything, sort: [], skip: 0, limit: 0 };
  let reached = 0;
  for (const [at, stage] of pipeline.entries()) {
    const [name = ''] = Object.keys(stage);
    const place = findOrder.indexOf(name);
    if (place < reached || (place === reached && at > 0 && name !== '$match'))
      return { selection, rest: pipeline.slice(at) };
    reached = place;
    takeOver(selection, name, stage);
  }
  return { selection, rest: [] };
}

function takeOver(selection: Selection, name: string, stage: BsonDocument): void {
  const operand = stage[name] as BsonDocument;
  if (name === '$match')
    selection.filter = allOf([selection.filter, parseFilter(operand)].filter((f) => f !== everything));
  if (name === '$sort') selection.sort = parseSort(operand);
  if (name === '$skip') selection.skip = demandCount(name, operand);
  if (name === '$limit') selection.limit = demandCount(name, operand);
}
