import { serverError } from '../errors/server-error.ts';
import type { BsonDocument } from '../values/bson.ts';
import {
  keyOf,
  ParallelArrays,
  tuplesOf,
  type FieldTuple,
  type OrderedField,
} from '../values/field-tuples.ts';
import type { IndexDefinition } from './index-definition.ts';

/** A key of one document in one index. */
export interface IndexKey {
  bytes: Buffer;
  /** Its values, for the message about a duplicate. */
  values: FieldTuple;
}

/** All keys of one document in one index. */
export interface IndexKeys {
  keys: readonly IndexKey[];
  /** Whether a value was an array: then a document has several keys. */
  isMultikey: boolean;
}

/**
 * The keys of a document; none when a sparse index omits it.
 * @throws MongoServerError 171 when two fields are in different arrays
 */
export function indexKeysOf(index: IndexDefinition, document: BsonDocument): IndexKeys {
  const { tuples, isMultikey } = tuplesForIndex(index, document);
  // A sparse index omits each element that has none of the fields, not only whole documents.
  const indexedTuples = index.isSparse
    ? tuples.filter((tuple) => tuple.some((value) => value !== undefined))
    : tuples;
  return { keys: distinct(index.fields, indexedTuples), isMultikey };
}

function tuplesForIndex({ fields }: IndexDefinition, document: BsonDocument): ReturnType<typeof tuplesOf> {
  try {
    return tuplesOf(fields, document);
  } catch (error) {
    if (!(error instanceof ParallelArrays)) throw error;
    throw serverError('CannotIndexParallelArrays', `cannot index parallel arrays ${error.message}`);
  }
}

function distinct(fields: readonly OrderedField[], tuples: readonly FieldTuple[]): IndexKey[] {
  const byBytes = new Map<string, IndexKey>();
  for (const values of tuples) {
    const bytes = keyOf(fields, values);
    byBytes.set(bytes.toString('latin1'), { bytes, values });
  }
  return [...byBytes.values()];
}
