import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { parseSort } from '../query/sort-order.ts';
import type { OrderedField } from '../values/field-tuples.ts';
import { toExact, type DecodeOptions } from '../values/bson.ts';

/** Options of the mongodb driver as far as this one knows them; the names are the driver's. */
export interface CommandOptions extends DecodeOptions {
  sort?: object | null;
  skip?: number;
  limit?: number;
  projection?: object | null;
  upsert?: boolean;
  returnDocument?: 'before' | 'after';
  ignoreUndefined?: boolean;
  [option: string]: unknown;
}

/** Options that change the result; all others change only its speed or durability. */
const refused = [
  'session',
  'collation',
  'hint',
  'let',
  'min',
  'max',
  'returnKey',
  'showRecordId',
  'tailable',
  'awaitData',
  'raw',
  'explain',
  'arrayFilters',
  'includeResultMetadata',
];

/** Refuses options that would change the result, and names them. */
export function checkOptions(options: CommandOptions | undefined): CommandOptions {
  const checkedOptions = options ?? {};
  const name = refused.find(
    (option) =>
      checkedOptions[option] !== undefined &&
      checkedOptions[option] !== null &&
      checkedOptions[option] !== false,
  );
  if (name !== undefined) throw new UnsupportedOperatorError(`option ${name}`);
  return checkedOptions;
}

/** A sort as mongoose passes it: a document or a Map of 1 and -1. */
export const readSort = (sort: object | null | undefined): OrderedField[] => parseSort(toExact(sort ?? {}));

/** How many documents to skip, and how many to return; a limit of 0 is no limit. */
export const readPage = ({ skip, limit }: CommandOptions): { skip: number; limit: number } => ({
  skip: readCount('skip', skip),
  limit: readCount('limit', limit),
});

function readCount(name: string, count = 0): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new UnsupportedOperatorError(`${name} of ${JSON.stringify(count)}`);
}
