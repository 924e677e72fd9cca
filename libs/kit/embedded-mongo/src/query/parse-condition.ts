import type { BSONRegExp } from 'bson';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { BSON, type BsonDocument, type BsonValue } from '../values/bson.ts';
import { isDocument } from '../values/bson-type.ts';
import { splitPath } from '../values/field-path.ts';
import { allOf, type Bound, type Filter } from './filter.ts';
import { regexTest } from './regular-expression.ts';
import { someAt, type ValueTest } from './some-at.ts';
import {
  equalityTest,
  isRegex,
  membershipTest,
  modulusTest,
  rangeTest,
  sizeTest,
  typeTest,
} from './value-tests.ts';

/** Reads the filters inside `$elemMatch`; given from outside, since filters are made of conditions. */
export type ParseFilter = (source: BsonDocument) => Filter;

/** One operator of a path: how a single value is asked, and whether arrays are opened for it. */
interface Condition {
  test: ValueTest;
  /** Elements of an array at the end of the path are asked too. */
  isOpened: boolean;
  /** The condition holds when no value passes the test. */
  isNegated: boolean;
  bound?: Bound | undefined;
  equality?: BsonValue | undefined;
}

/** `{ path: value }` or `{ path: { $operator: operand } }`. */
export function parseCondition(path: string, value: BsonValue, parse: ParseFilter): Filter {
  const parts = splitPath(path);
  return allOf(conditionsOf(path, value, parse).map((condition) => toFilter(path, parts, condition)));
}

/** Filter over documents made of a condition on a path. */
function toFilter(path: string, parts: readonly string[], condition: Condition): Filter {
  const { test, isOpened, isNegated, bound, equality } = condition;
  const matches = (document: BsonDocument): boolean => someAt(document, parts, isOpened, test) !== isNegated;
  return {
    matches,
    conditions: [{ path, matches }],
    bounds: bound === undefined ? [] : [bound],
    equalities: equality === undefined ? [] : [{ path, value: equality }],
  };
}

/** Conditions of one path; a plain value is `$eq`, an expression is `$regex`. */
function conditionsOf(path: string, value: BsonValue, parse: ParseFilter): Condition[] {
  if (isRegex(value)) return [{ test: regexTest(value), isOpened: true, isNegated: false }];
  if (!isOperatorDocument(value)) return [equality(path, value)];
  const entries = Object.entries(value) as [string, BsonValue][];
  return entries.flatMap(([operator, operand]) => parseOperator(path, operator, operand, value, parse));
}

/** Does the first key begin with `$`? As the server decides it. */
export const isOperatorDocument = (value: BsonValue): value is BsonDocument =>
  isDocument(value) && Object.keys(value)[0]?.startsWith('$') === true;

const equality = (path: string, value: BsonValue): Condition => ({
  test: equalityTest(value),
  isOpened: true,
  isNegated: false,
  bound: { operator: '$in', path, values: [value] },
  equality: value,
});

const opened = (test: ValueTest, bound?: Bound): Condition => ({
  test,
  isOpened: true,
  isNegated: false,
  bound,
});
const whole = (test: ValueTest, isNegated = false, bound?: Bound): Condition => ({
  test,
  isOpened: false,
  isNegated,
  bound,
});
const negated = (condition: Condition): Condition => ({
  test: condition.test,
  isOpened: condition.isOpened,
  isNegated: !condition.isNegated,
});

function parseOperator(
  path: string,
  operator: string,
  operand: BsonValue,
  siblings: BsonDocument,
  parse: ParseFilter,
): Condition[] {
  switch (operator) {
    case '$eq':
      return [equality(path, operand)];
    case '$ne':
      if (isRegex(operand)) throw serverError('BadValue', "Can't have regex as arg to $ne.");
      return [negated(equality(path, operand))];
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (isRegex(operand))
        throw serverError('BadValue', `Can't have RegEx as arg to predicate over field '${path}'.`);
      return [opened(rangeTest(operator, operand), { operator, path, value: operand })];
    case '$in':
      return [membership(path, operator, operand)];
    case '$nin':
      return [negated(membership(path, operator, operand))];
    case '$not':
      return parseNot(path, operand, parse);
    case '$exists':
      return [existence(path, isTrue(operand))];
    case '$type':
      return [opened(typeTest(operand), { operator, path, value: operand })];
    case '$regex':
      return [opened(regexTest(expressionOf(operand, siblings['$options'])))];
    case '$options':
      if (siblings['$regex'] === undefined) throw serverError('BadValue', '$options needs a $regex');
      return [];
    case '$size':
      return [whole(sizeTest(operand))];
    case '$mod':
      return [opened(modulusTest(operand))];
    case '$all':
      return parseAll(path, operand, parse);
    case '$elemMatch':
      return [whole(elementTest(operand, parse))];
    default:
      if (!operator.startsWith('$')) throw serverError('BadValue', `unknown operator: ${operator}`);
      throw new UnsupportedOperatorError(operator, 'in a filter');
  }
}

function membership(path: string, operator: string, operand: BsonValue): Condition {
  if (!Array.isArray(operand)) throw serverError('BadValue', `${operator} needs an array`);
  const bound: Bound | undefined = operand.some(isRegex)
    ? undefined
    : { operator: '$in', path, values: operand };
  const only = operator === '$in' && operand.length === 1 && !isRegex(operand[0]) ? operand[0] : undefined;
  return { ...opened(membershipTest(operand), bound), equality: only };
}

const existence = (path: string, isThere: boolean): Condition =>
  whole((value) => value !== undefined, !isThere, { operator: '$exists', path, value: isThere });

/** `$not` turns a whole set of conditions round: it holds when one of them does not. */
function parseNot(path: string, operand: BsonValue, parse: ParseFilter): Condition[] {
  if (!isRegex(operand) && !(isDocument(operand) && isOperatorDocument(operand))) {
    throw serverError('BadValue', '$not needs a regex or a document of operators');
  }
  const inner = conditionsOf(path, operand, parse);
  const [only] = inner;
  if (only !== undefined && inner.length === 1) return [negated(only)];
  throw new UnsupportedOperatorError('$not', 'with several operators; write $nor');
}

/** `$all` is one equality, expression or `$elemMatch` for each entry. */
function parseAll(path: string, operand: BsonValue, parse: ParseFilter): Condition[] {
  if (!Array.isArray(operand)) throw serverError('BadValue', '$all needs an array');
  if (operand.length === 0) return [whole(() => false)];
  return operand.map((entry) => {
    if (isRegex(entry)) return opened(regexTest(entry));
    if (!isOperatorDocument(entry)) return equality(path, entry);
    const inner = entry['$elemMatch'];
    if (inner === undefined) throw serverError('BadValue', 'no $ expressions in $all');
    return whole(elementTest(inner, parse));
  });
}

function expressionOf(operand: BsonValue, options: BsonValue | undefined): BSONRegExp {
  if (options !== undefined && typeof options !== 'string')
    throw serverError('BadValue', '$options has to be a string');
  if (typeof operand === 'string') return new BSON.BSONRegExp(operand, options ?? '');
  if (!isRegex(operand)) throw serverError('BadValue', '$regex has to be a string');
  if (options === undefined) return operand;
  if (operand.options !== '') throw serverError('BadValue', 'options set in both $regex and $options');
  return new BSON.BSONRegExp(operand.pattern, options);
}

/** Truth as the server takes it: everything but false, null and 0. */
export function isTrue(value: BsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false) return false;
  return !equalityTest(new BSON.Int32(0))(value);
}

const logical = new Set(['$and', '$or', '$nor']);

/** `$elemMatch`: one element passes everything. */
function elementTest(operand: BsonValue, parse: ParseFilter): ValueTest {
  const test = itemTest(operand, parse);
  return (value) => Array.isArray(value) && value.some((item) => test(item));
}

/** How `$elemMatch` (and `$pull`) asks one element: by operators on itself, or by a filter on its fields. */
export function itemTest(operand: BsonValue, parse: ParseFilter): (item: BsonValue) => boolean {
  if (!isDocument(operand)) throw serverError('BadValue', '$elemMatch needs an Object');
  const [first] = Object.keys(operand);
  if (first?.startsWith('$') !== true || logical.has(first)) return fieldsTest(operand, parse);
  // On itself: arrays among the elements are not opened.
  const conditions = conditionsOf('', operand, parse);
  return (item) => conditions.every(({ test, isNegated }) => test(item) !== isNegated);
}

function fieldsTest(operand: BsonDocument, parse: ParseFilter): (item: BsonValue) => boolean {
  const filter = parse(operand);
  return (item) => {
    if (Array.isArray(item)) return filter.matches(Object.fromEntries(item.entries()));
    return isDocument(item) && filter.matches(item);
  };
}
