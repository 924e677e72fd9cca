import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import type { BsonDocument, BsonValue } from './bson.ts';

/** Names of the BSON types that the product stores, as `$type` of a server names them. */
export type BsonTypeName =
  | 'null'
  | 'int'
  | 'long'
  | 'double'
  | 'string'
  | 'object'
  | 'array'
  | 'binData'
  | 'objectId'
  | 'bool'
  | 'date';

const classNames: Readonly<Record<string, BsonTypeName>> = {
  Int32: 'int',
  Double: 'double',
  Long: 'long',
  ObjectId: 'objectId',
  Binary: 'binData',
};

/** The BSON type of an exact value. @throws UnsupportedOperatorError for a type that the product does not store */
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

/** Whether it is a sub-document: not an array, not a BSON scalar. */
export const isDocument = (value: BsonValue | undefined): value is BsonDocument =>
  typeof value === 'object' && value !== null && bsonTypeOf(value) === 'object';

/** Whether it has one of the three numeric types. */
export function isNumeric(value: BsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const type = bsonTypeOf(value);
  return type === 'int' || type === 'long' || type === 'double';
}
