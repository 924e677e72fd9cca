import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument } from '../values/bson-type.ts';
import { orderKey } from '../values/order-key.ts';
import { makeAccumulator, type Accumulator } from './accumulators.ts';
import { parseExpression, type Expression } from './expression.ts';

interface GroupField {
  name: string;
  make: () => Accumulator;
  value: Expression;
}

interface Group {
  id: BsonValue;
  fields: { name: string; value: Expression; accumulator: Accumulator }[];
}

/** Reads `{ _id: expression, name: { $sum: … } }`. */
export function parseGroup(
  source: BsonDocument,
): (documents: Iterable<BsonDocument>) => Iterable<BsonDocument> {
  const { _id: idSource, ...rest } = source;
  if (idSource === undefined) throw serverError('BadValue', 'a group specification must include an _id');
  const idOf = parseExpression(idSource);
  const fields = Object.entries(rest).map(([name, operand]) => parseField(name, operand as BsonValue));
  return function* (documents) {
    const groups = new Map<string, Group>();
    for (const document of documents) {
      const group = groupFor(groups, idOf(document) ?? null, fields);
      for (const { accumulator, value } of group.fields) accumulator.add(value(document));
    }
    for (const { id, fields: made } of groups.values()) {
      yield {
        _id: id,
        ...Object.fromEntries(made.map(({ name, accumulator }) => [name, accumulator.result()])),
      };
    }
  };
}

function parseField(name: string, operand: BsonValue): GroupField {
  const entries = isDocument(operand) ? (Object.entries(operand) as [string, BsonValue][]) : [];
  const [only] = entries;
  if (only === undefined || entries.length > 1 || name.includes('.')) {
    throw serverError('BadValue', `The field '${name}' must specify one accumulator`);
  }
  makeAccumulator(only[0]);
  return { name, make: () => makeAccumulator(only[0]), value: parseExpression(only[1]) };
}

function groupFor(groups: Map<string, Group>, id: BsonValue, fields: readonly GroupField[]): Group {
  const key = orderKey(id).toString('latin1');
  const known = groups.get(key);
  if (known !== undefined) return known;
  const made = { id, fields: fields.map(({ name, make, value }) => ({ name, value, accumulator: make() })) };
  groups.set(key, made);
  return made;
}
