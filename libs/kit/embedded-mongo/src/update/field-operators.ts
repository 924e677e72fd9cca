import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { bsonTypeOf, isDocument } from '../values/bson-type.ts';
import { compareValues } from '../values/compare-values.ts';
import { splitPath } from '../values/field-path.ts';
import { readForChange, setAt, unsetAt } from '../values/set-at.ts';
import { addToSet, popFrom, pullAllFrom, pullFrom, pushInto } from './array-changes.ts';
import { calculate, demandNumber, startValue, type ArithmeticOperator } from './arithmetic.ts';

/** What an operator may know beside the document. */
export interface ChangeContext {
  isInsert: boolean;
  now: Date;
}

/** Changes the document in place. */
type FieldOperator = (
  document: BsonDocument,
  parts: readonly string[],
  operand: BsonValue,
  context: ChangeContext,
) => void;

/** Every update operator of this store; what is not here is refused by name. */
export const fieldOperators: Readonly<Record<string, FieldOperator>> = {
  $set: setAt,
  $setOnInsert: (document, parts, operand, { isInsert }) => {
    if (isInsert) setAt(document, parts, operand);
  },
  $unset: unsetAt,
  $inc: arithmetic('$inc'),
  $mul: arithmetic('$mul'),
  $min: extreme(-1),
  $max: extreme(1),
  $currentDate: setCurrentDate,
  $rename: () => undefined,
  $renamed: moveField,
  $push: arrayChange('$push', pushInto, true),
  $addToSet: arrayChange('$addToSet', addToSet, true),
  $pull: arrayChange('$pull', pullFrom, false),
  $pullAll: arrayChange('$pullAll', pullAllFrom, false),
  $pop: arrayChange('$pop', popFrom, false),
};

function arithmetic(operator: ArithmeticOperator): FieldOperator {
  return (document, parts, operand) => {
    demandNumber(operator, operand);
    const current = readForChange(document, parts);
    if (current === undefined) {
      setAt(document, parts, startValue(operator, operand));
      return;
    }
    demandNumber(operator, current);
    setAt(document, parts, calculate(operator, current, operand));
  };
}

function extreme(sign: 1 | -1): FieldOperator {
  return (document, parts, operand) => {
    const current = readForChange(document, parts);
    if (current === undefined || compareValues(operand, current) * sign > 0) setAt(document, parts, operand);
  };
}

function setCurrentDate(
  document: BsonDocument,
  parts: readonly string[],
  operand: BsonValue,
  { now }: ChangeContext,
): void {
  const type = isDocument(operand) ? operand['$type'] : operand;
  if (type !== 'date' && typeof type !== 'boolean')
    throw new UnsupportedOperatorError('$currentDate', 'of another type');
  setAt(document, parts, now);
}

function moveField(document: BsonDocument, parts: readonly string[], operand: BsonValue): void {
  const from = splitPath(operand as string);
  const value = readForChange(document, from);
  if (value === undefined) return;
  refuseArrayOnPath(document, from);
  refuseArrayOnPath(document, parts);
  unsetAt(document, from);
  setAt(document, parts, value);
}

function refuseArrayOnPath(document: BsonDocument, parts: readonly string[]): void {
  for (let length = 1; length < parts.length; length += 1) {
    if (Array.isArray(readForChange(document, parts.slice(0, length)))) {
      throw serverError(
        'BadValue',
        `The field of a $rename cannot be an array element: '${parts.join('.')}'`,
      );
    }
  }
}

function arrayChange(
  operator: string,
  change: (items: readonly BsonValue[], operand: BsonValue) => BsonValue[],
  makesArray: boolean,
): FieldOperator {
  return (document, parts, operand) => {
    const current = readForChange(document, parts);
    if (current === undefined && !makesArray) return;
    if (current !== undefined && !Array.isArray(current)) {
      const message = `Cannot apply ${operator}: '${parts.join('.')}' must be an array but is of type ${bsonTypeOf(current)}`;
      throw serverError('BadValue', message);
    }
    setAt(document, parts, change(current ?? [], operand));
  };
}
