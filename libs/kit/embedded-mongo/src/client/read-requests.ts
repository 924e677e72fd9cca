import mongoose from 'mongoose';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { parseFilter } from '../query/parse-filter.ts';
import type { Filter } from '../query/filter.ts';
import { parseReplacement, parseUpdate, refuseDollarFields, type Update } from '../update/parse-update.ts';
import { toExact, type BsonDocument } from '../values/bson.ts';
import { checkOptions, readSort, type CommandOptions } from './command-options.ts';
import type { UpdateRequest } from './write-operations.ts';

/** A filter as a caller passes it. */
export const readFilter = (filter: object, options: CommandOptions): Filter =>
  parseFilter(toExact(filter, options.ignoreUndefined));

/** Validates a document to insert. */
export function readInsert(document: object, { ignoreUndefined }: CommandOptions): BsonDocument {
  const exact = toExact(document, ignoreUndefined);
  refuseDollarFields(exact);
  return exact;
}

/** Validates and parses an update with operators. */
export function readUpdateRequest(
  filter: object,
  update: object,
  uncheckedOptions: CommandOptions | undefined,
  isMany: boolean,
): UpdateRequest {
  if (Array.isArray(update)) throw new UnsupportedOperatorError('update with an aggregation pipeline');
  const names = Object.keys(update);
  if (names.length === 0 || names.some((name) => !name.startsWith('$'))) {
    throw new mongoose.mongo.MongoInvalidArgumentError('Update document requires atomic operators');
  }
  return readRequest(filter, update, uncheckedOptions, isMany, parseUpdate);
}

/** Validates a replacement. */
export function readReplaceRequest(
  filter: object,
  replacement: object,
  uncheckedOptions: CommandOptions | undefined,
): UpdateRequest {
  if (Object.keys(replacement)[0]?.startsWith('$') === true) {
    throw new mongoose.mongo.MongoInvalidArgumentError(
      'Replacement document must not contain atomic operators',
    );
  }
  return readRequest(filter, replacement, uncheckedOptions, false, parseReplacement);
}

function readRequest(
  filter: object,
  update: object,
  uncheckedOptions: CommandOptions | undefined,
  isMany: boolean,
  parse: (source: BsonDocument) => Update,
): UpdateRequest {
  const options = checkOptions(uncheckedOptions);
  return {
    filter: readFilter(filter, options),
    update: parse(toExact(update, options.ignoreUndefined)),
    sort: readSort(options.sort),
    isMany,
    isUpsert: options.upsert === true,
  };
}

/** Not every server in use accepts a sort in `updateOne` and similar calls, so none is accepted here. */
export function refuseSort(options: CommandOptions | undefined, method: string): void {
  if (options?.sort !== undefined && options.sort !== null)
    throw new UnsupportedOperatorError(`option sort of ${method}`);
}
