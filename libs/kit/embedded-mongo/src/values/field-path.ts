import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from './bson.ts';

/** Splits `a.b.0` and refuses paths that cannot be stored. */
export function splitPath(path: string): string[] {
  const parts = path.split('.');
  if (parts.includes('')) throw serverError('EmptyFieldName', `The path '${path}' holds an empty field name`);
  if (parts.includes('__proto__')) throw serverError('BadValue', `The path '${path}' holds a forbidden name`);
  return parts;
}

/** An own field of a document; undefined when it is missing. */
export const fieldOf = (document: BsonDocument, name: string): BsonValue | undefined =>
  Object.hasOwn(document, name) ? document[name] : undefined;

/** Whether it is a position in an array, in the form of a path. */
export const isIndex = (part: string | undefined): part is string =>
  part !== undefined && /^(0|[1-9]\d*)$/.test(part);
