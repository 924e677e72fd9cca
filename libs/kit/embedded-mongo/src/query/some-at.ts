import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument } from '../values/bson-type.ts';
import { fieldOf, isIndex } from '../values/field-path.ts';

/** Tests one value; `undefined` is a missing field. */
export type ValueTest = (value: BsonValue | undefined) => boolean;

/**
 * Whether any value at the path passes. Arrays on the path are searched, as the server does: their documents
 * and, for a numeric part, their position.
 * @param isOpened whether the elements of an array at the end of the path are tested too
 */
export function someAt(
  root: BsonDocument,
  parts: readonly string[],
  isOpened: boolean,
  test: ValueTest,
  from = 0,
): boolean {
  let current: BsonValue | undefined = root;
  let at = from;
  for (; at < parts.length && !Array.isArray(current); at += 1) {
    if (!isDocument(current)) return test(undefined);
    current = fieldOf(current, parts[at] as string);
  }
  if (!Array.isArray(current)) return test(current);
  if (at === parts.length) return (isOpened && current.some((item) => test(item))) || test(current);
  return someInside(current, parts, isOpened, test, at);
}

function someInside(
  items: readonly BsonValue[],
  parts: readonly string[],
  isOpened: boolean,
  test: ValueTest,
  at: number,
): boolean {
  const position = isIndex(parts[at]) ? Number(parts[at]) : -1;
  return items.some((item, index) => {
    if (isDocument(item) && someAt(item, parts, isOpened, test, at)) return true;
    return index === position && someAtPosition(item, parts, isOpened, test, at + 1);
  });
}

function someAtPosition(
  item: BsonValue,
  parts: readonly string[],
  isOpened: boolean,
  test: ValueTest,
  at: number,
): boolean {
  // At a position the server does not open an array a second time.
  if (at === parts.length) return test(item);
  if (Array.isArray(item)) return someInside(item, parts, isOpened, test, at);
  return isDocument(item) && someAt(item, parts, isOpened, test, at);
}
