import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import type { BsonDocument, BsonValue } from './bson.ts';

/** Names of BSON types as `$type` spells them. */
export type BsonTypeName =
  | 'minKey'
  | 'null'
  | 'int'
  | 'long'
  | 'double'
  | 'decimal'
  | 'string'
  | 'symbol'
  | 'object'
  | 'array'
  | 'binData'
  | 'objectId'
  | 'bool'
  | 'date'
  | 'timestamp'
  | 'regex'
  | 'javascript'
  | 'maxKey';

/** `$type` numbers of the BSON specification. */
export const bsonTypeNumbers: Readonly<Record<BsonTypeName, number>> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  javascript: 13,
  symbol: 14,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

const classNames: Readonly<Record<string, BsonTypeName>> = {
  Int32: 'int',
  Double: 'double',
  Long: 'long',
  Decimal128: 'decimal',
  ObjectId: 'objectId',
  Binary: 'binData',
  BSONRegExp: 'regex',
  BSONSymbol: 'symbol',
  Timestamp: 'timestamp',
  Code: 'javascript',
  MinKey: 'minKey',
  MaxKey: 'maxKey',
};

/** The BSON type of an exact value. */
export function bsonTypeOf(value: BsonValue): BsonTypeName {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  const tag: unknown = (value as { _bsontype?: unknown })._bsontype;
  if (typeof tag !== 'string' || Object.hasOwn(value, '_bsontype')) return 'object';
  const name = classNames[tag];
  if (name === undefined) throw new UnsupportedOperatorError(`BSON type ${tag}`);
  return name;
}

/** Is it a sub-document (not an array, not a BSON scalar)? */
export const isDocument = (value: BsonValue | undefined): value is BsonDocument =>
  typeof value === 'object' && value !== null && bsonTypeOf(value) === 'object';

/** Is it one of the four numeric types? */
export function isNumeric(value: BsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const type = bsonTypeOf(value);
  return type === 'int' || type === 'long' || type === 'double' || type === 'decimal';
}
