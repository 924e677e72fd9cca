import { serverError } from '../errors/server-error.ts';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { matchingBatches } from '../planning/matching-rows.ts';
import { parseFilter } from '../query/parse-filter.ts';
import { add } from '../update/arithmetic.ts';
import { BSON, decodeExactly, decodeForCaller, encodeDocument, toExact } from '../values/bson.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument, isNumeric } from '../values/bson-type.ts';
import { fieldOf } from '../values/field-path.ts';
import { orderKey } from '../values/order-key.ts';
import { checkOptions, type CommandOptions } from './command-options.ts';
import type { PlainDocument } from './cursor.ts';
import type { EmbeddedStore } from './embedded-store.ts';

/** The value of `'$field'` or of a number for one document. */
type Expression = (document: BsonDocument) => BsonValue | undefined;

interface Sum {
  name: string;
  of: Expression;
}

/** `aggregate` for the only supported pipeline: `[{ $match }, { $group: { _id: '$field', name: { $sum: '$field' or 1 } } }]`. */
export function* sumByField(
  store: EmbeddedStore,
  collection: string,
  pipeline: readonly object[],
  options: CommandOptions | undefined,
): Generator<PlainDocument[], void> {
  checkOptions(options);
  const [match, group] = readStages(pipeline.map((stage) => toExact(stage)));
  const selection = { filter: parseFilter(match), sort: [], skip: 0, limit: 0 };
  const { idOf, sums } = readGroup(group);
  const groups = new Map<string, BsonDocument>();
  const found = store.catalogue.find(collection);
  if (found === undefined) return;
  for (const rows of matchingBatches(store.file, found, selection)) {
    for (const { bytes } of rows) addTo(groups, decodeExactly(bytes), idOf, sums);
    yield [];
  }
  yield [...groups.values()].map((document) => decodeForCaller(encodeDocument(document)));
}

function readStages(pipeline: readonly BsonDocument[]): [match: BsonDocument, group: BsonDocument] {
  const stageNames = ['$match', '$group'];
  const operands = pipeline.map((stage, at) => {
    const [[name, operand] = ['', null]] = Object.entries(stage) as [string, BsonValue][];
    if (name !== stageNames[at])
      throw new UnsupportedOperatorError(name, `as stage ${String(at + 1)} of aggregate`);
    if (!isDocument(operand))
      throw serverError('BadValue', `the ${name} stage specification must be an object`);
    return operand;
  });
  const [match, group] = operands;
  if (match === undefined || group === undefined)
    throw new UnsupportedOperatorError('aggregate', 'without $match and $group');
  return [match, group];
}

function readGroup({ _id, ...rest }: BsonDocument): { idOf: Expression; sums: Sum[] } {
  const sums = (Object.entries(rest) as [string, BsonValue][]).map(([name, operand]) => {
    const entries = isDocument(operand) ? (Object.entries(operand) as [string, BsonValue][]) : [];
    const [[accumulator, operandOfSum] = ['no accumulator', null], ...others] = entries;
    if (accumulator !== '$sum' || others.length > 0)
      throw new UnsupportedOperatorError(accumulator, `in $group, for '${name}'`);
    return { name, of: readExpression(operandOfSum) };
  });
  return { idOf: readExpression(_id ?? null), sums };
}

function readExpression(source: BsonValue): Expression {
  if (isNumeric(source)) return () => source;
  if (typeof source !== 'string' || !/^\$[^$.]+$/.test(source))
    throw new UnsupportedOperatorError(nameOf(source), 'in $group');
  return (document) => {
    const value = fieldOf(document, source.slice(1));
    if (Array.isArray(value)) throw new UnsupportedOperatorError(source, 'of an array in $group');
    return value;
  };
}

const nameOf = (source: BsonValue): string =>
  (isDocument(source) ? Object.keys(source)[0] : undefined) ?? JSON.stringify(source);

function addTo(
  groups: Map<string, BsonDocument>,
  document: BsonDocument,
  idOf: Expression,
  sums: readonly Sum[],
): void {
  const id = idOf(document) ?? null;
  const key = orderKey(id).toString('latin1');
  const group = groups.get(key) ?? { _id: id };
  groups.set(key, group);
  for (const { name, of } of sums) {
    const before = group[name] ?? new BSON.Int32(0);
    const value = of(document);
    group[name] = isNumeric(value) ? add(before, value as BsonValue) : before;
  }
}
