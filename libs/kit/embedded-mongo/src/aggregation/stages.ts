import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { parseProjection, type Projection } from '../projection/projection.ts';
import { isTrue } from '../query/parse-condition.ts';
import { parseFilter } from '../query/parse-filter.ts';
import { parseSort, sortKeyOf } from '../query/sort-order.ts';
import { BSON, type BsonDocument, type BsonValue } from '../values/bson.ts';
import { isDocument, isNumeric } from '../values/bson-type.ts';
import { splitPath, valueAt } from '../values/field-path.ts';
import { splitNumber } from '../values/number-key.ts';
import { setAt, unsetAt } from '../values/set-at.ts';
import { parseExpression } from './expression.ts';
import { parseGroup } from './group-stage.ts';

/** Turns a stream of documents into another. */
export type Stage = (documents: Iterable<BsonDocument>) => Iterable<BsonDocument>;

/** Every stage of this store; what is not here is refused by name. */
const stages: Readonly<Record<string, (operand: BsonValue) => Stage>> = {
  $match: (operand) => {
    const filter = parseFilter(demandDocument('$match', operand));
    return (documents) =>
      transformed(documents, (document) => (filter.matches(document) ? document : undefined));
  },
  $sort: parseSortStage,
  $skip: (operand) => {
    const count = demandCount('$skip', operand);
    return (documents) => section(documents, count, Infinity);
  },
  $limit: (operand) => {
    const count = demandCount('$limit', operand);
    return (documents) => section(documents, 0, count);
  },
  $project: (operand) => {
    const project = parseComputedProjection(demandDocument('$project', operand));
    return (documents) => transformed(documents, project);
  },
  $count: parseCount,
  $unwind: parseUnwind,
  $group: (operand) => parseGroup(demandDocument('$group', operand)),
};

/** Reads one stage. @throws UnsupportedOperatorError for a stage this store does not have */
export function parseStage(source: BsonDocument): Stage {
  const [[name, operand] = ['', null]] = Object.entries(source) as [string, BsonValue][];
  const parse = Object.hasOwn(stages, name) ? stages[name] : undefined;
  if (parse === undefined) throw new UnsupportedOperatorError(name, 'as a stage of aggregate');
  return parse(operand);
}

function* transformed(
  documents: Iterable<BsonDocument>,
  change: (document: BsonDocument) => BsonDocument | undefined,
): Generator<BsonDocument, void> {
  for (const document of documents) {
    const changed = change(document);
    if (changed !== undefined) yield changed;
  }
}

function* section(
  documents: Iterable<BsonDocument>,
  from: number,
  count: number,
): Generator<BsonDocument, void> {
  let at = 0;
  for (const document of documents) {
    if (at >= from) yield document;
    at += 1;
    if (at >= from + count) return;
  }
}

function demandDocument(name: string, operand: BsonValue): BsonDocument {
  if (!isDocument(operand))
    throw serverError('BadValue', `the ${name} stage specification must be an object`);
  return operand;
}

/** A number of documents, as `$skip` and `$limit` take it. */
export function demandCount(name: string, operand: BsonValue): number {
  const count = isNumeric(operand) ? splitNumber(operand).near : -1;
  if (!Number.isInteger(count) || count < (name === '$limit' ? 1 : 0)) {
    throw serverError('BadValue', `invalid argument to ${name} stage`);
  }
  return count;
}

function parseSortStage(operand: BsonValue): Stage {
  const fields = parseSort(demandDocument('$sort', operand));
  return (documents) =>
    [...documents]
      .map((document) => ({ document, key: sortKeyOf(fields, document) }))
      .sort((left, right) => Buffer.compare(left.key, right.key))
      .map(({ document }) => document);
}

/** Fields that are numbers or booleans choose, all others are expressions. */
function parseComputedProjection(source: BsonDocument): Projection {
  const entries = Object.entries(source) as [string, BsonValue][];
  const isChoice = ([, value]: [string, BsonValue]): boolean =>
    typeof value === 'boolean' || isNumeric(value);
  const computed = entries
    .filter((entry) => !isChoice(entry))
    .map(([path, value]) => {
      if (path.includes('.'))
        throw new UnsupportedOperatorError('$project', 'of an expression into a dotted path');
      return { path, expression: parseExpression(value) };
    });
  const chosen = entries.filter(isChoice);
  if (computed.length === 0) return parseProjection(source) ?? ((document) => document);
  if (chosen.some(([path, value]) => path !== '_id' && !isTrue(value))) {
    throw serverError('BadValue', 'Cannot do exclusion beside computed fields');
  }
  const hasId = chosen.every(([path, value]) => path !== '_id' || isTrue(value));
  const choose = parseProjection(
    Object.fromEntries([...chosen, ['_id', hasId ? new BSON.Int32(1) : new BSON.Int32(0)]]),
  );
  return (document) => {
    const isNothing = !hasId && chosen.length <= 1;
    const result = isNothing ? {} : (choose?.(document) ?? {});
    for (const { path, expression } of computed) {
      const value = expression(document);
      if (value !== undefined) result[path] = value;
    }
    return result;
  };
}

function parseCount(operand: BsonValue): Stage {
  if (typeof operand !== 'string' || operand === '')
    throw serverError('BadValue', 'the count field must be a string');
  return function* (documents) {
    let count = 0;
    for (const document of documents) count += Number(isDocument(document));
    if (count > 0) yield { [operand]: new BSON.Int32(count) };
  };
}

function parseUnwind(operand: BsonValue): Stage {
  const options: BsonDocument = isDocument(operand) ? operand : { path: operand };
  const path = options['path'];
  if (typeof path !== 'string' || !path.startsWith('$'))
    throw serverError('BadValue', '$unwind wants a path with $');
  if (options['includeArrayIndex'] !== undefined)
    throw new UnsupportedOperatorError('includeArrayIndex', 'in $unwind');
  const parts = splitPath(path.slice(1));
  const isKept = isTrue(options['preserveNullAndEmptyArrays']);
  return function* (documents) {
    for (const document of documents) {
      const value = valueAt(document, parts);
      if (Array.isArray(value) && value.length > 0) {
        for (const item of value) yield withValue(document, parts, item);
      } else if (value !== undefined && value !== null && !Array.isArray(value)) yield document;
      else if (isKept) yield Array.isArray(value) ? withValue(document, parts, undefined) : document;
    }
  };
}

/** A copy along the path only; the rest is shared, since nobody changes it. */
function withValue(
  document: BsonDocument,
  parts: readonly string[],
  value: BsonValue | undefined,
): BsonDocument {
  const copy = { ...document };
  let inner = copy;
  for (const part of parts.slice(0, -1)) {
    const next = { ...(inner[part] as BsonDocument) };
    inner[part] = next;
    inner = next;
  }
  if (value === undefined) unsetAt(copy, parts);
  else setAt(copy, parts, value);
  return copy;
}
