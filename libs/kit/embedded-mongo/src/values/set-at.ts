import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from './bson.ts';
import { isDocument } from './bson-type.ts';
import { fieldOf, isIndex } from './field-path.ts';

/** The server's limit of a padded array, against mistakes and attacks. */
const maximumPadding = 1_500_000;

type Container = BsonDocument | BsonValue[];

/** Sets a value at a path; creates missing documents on the path as the server does. */
export function setAt(root: BsonDocument, parts: readonly string[], value: BsonValue): void {
  const last = parts.at(-1) as string;
  let container: Container = root;
  for (const part of parts.slice(0, -1)) {
    const next = read(container, part);
    if (next === undefined) {
      const newContainer: BsonDocument = {};
      write(container, part, newContainer);
      container = newContainer;
    } else if (isContainer(next)) {
      container = next;
    } else {
      throw notViable(parts, part);
    }
  }
  write(container, last, value);
}

/** Removes a field if it exists; in an array its position remains, as null. */
export function unsetAt(root: BsonDocument, parts: readonly string[]): void {
  let container: Container = root;
  for (const part of parts.slice(0, -1)) {
    const next = read(container, part);
    if (!isContainer(next)) return;
    container = next;
  }
  const last = parts.at(-1) as string;
  if (read(container, last) === undefined) return;
  if (Array.isArray(container)) container[Number(last)] = null;
  else Reflect.deleteProperty(container, last);
}

/** The value at a path before a change; refuses paths that cannot be created. */
export function readForChange(root: BsonDocument, parts: readonly string[]): BsonValue | undefined {
  let current: BsonValue | undefined = root;
  for (const part of parts) {
    if (current === undefined) return undefined;
    if (!isContainer(current)) throw notViable(parts, part);
    if (Array.isArray(current) && !isIndex(part)) throw notViable(parts, part);
    current = read(current, part);
  }
  return current;
}

const isContainer = (value: BsonValue | undefined): value is Container =>
  Array.isArray(value) || isDocument(value);

const read = (container: Container, part: string): BsonValue | undefined => {
  if (!Array.isArray(container)) return fieldOf(container, part);
  return isIndex(part) ? container[Number(part)] : undefined;
};

function write(container: Container, part: string, value: BsonValue): void {
  if (!Array.isArray(container)) {
    container[part] = value;
    return;
  }
  if (!isIndex(part)) throw notViable([part], part);
  const index = Number(part);
  if (index - container.length > maximumPadding)
    throw serverError('BadValue', `cannot pad an array to ${part}`);
  while (container.length < index) container.push(null);
  container[index] = value;
}

const notViable = (parts: readonly string[], part: string): Error =>
  serverError(
    'PathNotViable',
    `Cannot create field '${part}' of '${parts.join('.')}' in an element that is no document`,
  );
