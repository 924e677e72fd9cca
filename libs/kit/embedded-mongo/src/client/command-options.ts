import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { parseSort } from '../query/sort-order.ts';
import type { OrderedField } from '../values/field-tuples.ts';
import { toExact, type DecodeOptions } from '../values/bson.ts';

/** Options of the mongodb driver as far as this one knows them; the names are the driver's. */
export interface CommandOptions extends DecodeOptions {
  sort?: unknown;
  skip?: number;
  limit?: number;
  projection?: object | null;
  upsert?: boolean;
  ordered?: boolean;
  returnDocument?: 'before' | 'after';
  includeResultMetadata?: boolean;
  arrayFilters?: object[];
  ignoreUndefined?: boolean;
  [option: string]: unknown;
}

/** Options that change what the answer is; all others only say how fast or how safe. */
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
];

/** Refuses by name what would change the answer. */
export function checkOptions(options: CommandOptions | undefined): CommandOptions {
  const given = options ?? {};
  const name = refused.find(
    (option) => given[option] !== undefined && given[option] !== null && given[option] !== false,
  );
  if (name !== undefined) throw new UnsupportedOperatorError(`option ${name}`);
  return given;
}

const directions: Readonly<Record<string, 1 | -1>> = {
  '1': 1,
  asc: 1,
  ascending: 1,
  '-1': -1,
  desc: -1,
  descending: -1,
};

/** A sort in any form the mongodb driver takes: document, Map, pairs, or one name. */
export function readSort(sort: unknown): OrderedField[] {
  if (sort === undefined || sort === null) return [];
  return parseSort(
    toExact(new Map(pairsOf(sort).map(([path, way]) => [path, directions[String(way)] ?? way]))),
  );
}

function pairsOf(sort: unknown): [string, unknown][] {
  if (typeof sort === 'string') return [[sort, 1]];
  if (sort instanceof Map) return [...(sort as Map<string, unknown>)];
  if (!Array.isArray(sort)) return Object.entries(sort as object);
  const items = sort as unknown[];
  if (items.every((item) => typeof item === 'string')) {
    return items.length === 2 && directions[items[1] ?? ''] !== undefined
      ? [[items[0] as string, items[1]]]
      : items.map((item) => [item, 1]);
  }
  return items as [string, unknown][];
}
