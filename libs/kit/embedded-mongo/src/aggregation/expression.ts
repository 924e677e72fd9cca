import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { calculate, type ArithmeticOperator } from '../update/arithmetic.ts';
import { BSON, type BsonDocument, type BsonValue } from '../values/bson.ts';
import { isDocument, isNumeric } from '../values/bson-type.ts';
import { compareValues } from '../values/compare-values.ts';
import { fieldOf, splitPath } from '../values/field-path.ts';
import { isTrue } from '../query/parse-condition.ts';

/** Value of an expression for one document; undefined when there is none. */
export type Expression = (document: BsonDocument) => BsonValue | undefined;

type Operator = (values: readonly (BsonValue | undefined)[]) => BsonValue | undefined;

/** Operators over values; what is not here is refused by name. */
const operators: Readonly<Record<string, Operator>> = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $and: (values) => values.every(isTrue),
  $or: (values) => values.some(isTrue),
  $not: ([value]) => !isTrue(value),
  $ifNull: (values) => values.find((value) => value !== undefined && value !== null) ?? values.at(-1),
  $add: arithmetic('$inc', new BSON.Int32(0)),
  $multiply: arithmetic('$mul', new BSON.Int32(1)),
  $subtract: ([left, right]) => arithmetic('$inc', new BSON.Int32(0))([left, negated(right)]),
  $size: ([value]) => {
    if (!Array.isArray(value)) throw serverError('BadValue', 'The argument to $size must be an array');
    return new BSON.Int32(value.length);
  },
};

/** Reads an expression of `$project` or `$group`. */
export function parseExpression(source: BsonValue): Expression {
  if (typeof source === 'string' && source.startsWith('$')) return parsePath(source);
  if (Array.isArray(source)) {
    const items = source.map(parseExpression);
    return (document) => items.map((item) => item(document) ?? null);
  }
  if (!isDocument(source)) return () => source;
  const entries = Object.entries(source) as [string, BsonValue][];
  const [first] = entries;
  if (first?.[0].startsWith('$') === true) return parseOperator(...first);
  const fields = entries.map(([name, value]) => [name, parseExpression(value)] as const);
  return (document) => {
    const values = fields.map(([name, value]) => [name, value(document)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  };
}

function parsePath(source: string): Expression {
  if (source === '$$ROOT') return (document) => document;
  if (source.startsWith('$$')) throw new UnsupportedOperatorError(source, 'in an expression');
  const parts = splitPath(source.slice(1));
  return (document) => readPath(document, parts, 0);
}

/** A path through an array gives the values found in its documents. */
function readPath(value: BsonValue | undefined, parts: readonly string[], at: number): BsonValue | undefined {
  if (at === parts.length) return value;
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const found = isDocument(item) || Array.isArray(item) ? readPath(item, parts, at) : undefined;
      return found === undefined ? [] : [found];
    });
  }
  return isDocument(value) ? readPath(fieldOf(value, parts[at] as string), parts, at + 1) : undefined;
}

function parseOperator(name: string, operand: BsonValue): Expression {
  if (name === '$literal') return () => operand;
  if (name === '$cond') return parseCondition(operand);
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (operator === undefined) throw new UnsupportedOperatorError(name, 'in an expression');
  const operands = (Array.isArray(operand) ? operand : [operand]).map(parseExpression);
  return (document) => operator(operands.map((value) => value(document)));
}

function parseCondition(operand: BsonValue): Expression {
  const named = isDocument(operand) ? [operand['if'], operand['then'], operand['else']] : operand;
  if (!Array.isArray(named) || named.length !== 3)
    throw serverError('BadValue', '$cond wants if, then and else');
  const [test, yes, no] = named.map((part) => parseExpression(part ?? null)) as [
    Expression,
    Expression,
    Expression,
  ];
  return (document) => (isTrue(test(document)) ? yes(document) : no(document));
}

/** In expressions a missing value is below null, not equal to it. */
function comparison(decide: (order: number) => boolean): Operator {
  return ([left, right]) => {
    if (left === undefined || right === undefined)
      return decide(Number(left !== undefined) - Number(right !== undefined));
    return decide(compareValues(left, right));
  };
}

function arithmetic(operator: ArithmeticOperator, start: BsonValue): Operator {
  return (values) => {
    if (values.some((value) => value === undefined || value === null)) return null;
    return values.reduce<BsonValue>(
      (result, value) => calculate(operator, result, demandNumber(value)),
      start,
    );
  };
}

function negated(value: BsonValue | undefined): BsonValue | undefined {
  if (value === undefined || value === null) return value;
  return calculate('$mul', demandNumber(value), new BSON.Int32(-1));
}

function demandNumber(value: BsonValue | undefined): BsonValue {
  if (value === undefined || !isNumeric(value)) {
    throw new UnsupportedOperatorError('arithmetic', 'with values that are no numbers');
  }
  return value;
}
