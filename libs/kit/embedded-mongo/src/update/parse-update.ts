import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument } from '../values/bson-type.ts';
import { isIndex, splitPath } from '../values/field-path.ts';
import { fieldOperators } from './field-operators.ts';

/** One change to one path. */
export interface FieldChange {
  operator: string;
  parts: readonly string[];
  operand: BsonValue;
}

/** A parsed update. */
export type Update =
  { kind: 'changes'; changes: readonly FieldChange[] } | { kind: 'replacement'; document: BsonDocument };

/**
 * Parses an update with operators in exact form.
 * @throws UnsupportedOperatorError for an operator this store does not have
 */
export function parseUpdate(source: BsonDocument): Update {
  const changes = Object.entries(source).flatMap(([operator, fields]) =>
    parseOperator(operator, fields as BsonValue),
  );
  refuseConflicts(changes.map(({ parts }) => parts));
  // New fields are created in this order, as on a server: names alphabetically, positions by number.
  return {
    kind: 'changes',
    changes: changes.toSorted((left, right) => compareParts(left.parts, right.parts)),
  };
}

/** Parses a whole document that replaces another one. */
export function parseReplacement(document: BsonDocument): Update {
  refuseDollarFields(document);
  return { kind: 'replacement', document };
}

/** Top-level names of a stored document never begin with `$`. */
export function refuseDollarFields(document: BsonDocument): void {
  const name = Object.keys(document).find((key) => key.startsWith('$'));
  if (name === undefined) return;
  throw serverError(
    'DollarPrefixedFieldName',
    `The dollar ($) prefixed field '${name}' is not valid for storage.`,
  );
}

function parseOperator(operator: string, fields: BsonValue): FieldChange[] {
  if (!Object.hasOwn(fieldOperators, operator)) throw new UnsupportedOperatorError(operator, 'in an update');
  if (!isDocument(fields))
    throw serverError('FailedToParse', `Modifiers operate on fields but ${operator} has none`);
  refuseDollarFields(fields);
  return Object.entries(fields).map(([path, operand]) => {
    const parts = splitPath(path);
    const position = parts.find((part) => part.startsWith('$'));
    if (position !== undefined) throw new UnsupportedOperatorError(position, `in the path '${path}'`);
    return { operator, parts, operand: operand as BsonValue };
  });
}

/** Two changes of one path, or of a path and a path below it. */
function refuseConflicts(touched: readonly (readonly string[])[]): void {
  const paths = touched.map((parts) => parts.join('.')).sort();
  const all = new Set(paths);
  const clash = paths.find((path, at) => paths[at + 1] === path || hasParentIn(path, all));
  if (clash === undefined) return;
  throw serverError(
    'ConflictingUpdateOperators',
    `Updating the path '${clash}' would create a conflict at '${clash}'`,
  );
}

function hasParentIn(path: string, all: ReadonlySet<string>): boolean {
  const parts = path.split('.');
  return parts.some((_, at) => at > 0 && all.has(parts.slice(0, at).join('.')));
}

function compareParts(left: readonly string[], right: readonly string[]): number {
  for (const [at, part] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (part === other) continue;
    if (isIndex(part) && isIndex(other)) return Number(part) - Number(other);
    return part < other ? -1 : 1;
  }
  return left.length - right.length;
}
