import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/**
 * The target of a copy must not be in its source: it would be copied as well, or change what is read.
 * @throws with an error message when one path is the other or in it, also by symbolic links
 */
export function assertApart(target: string, source: string): void {
  const [one, other] = [realPath(target), realPath(source)];
  if (isInside(one, other) || isInside(other, one))
    throw new Error(`${target} and ${source} must be different folders, neither inside the other.`);
}

/** The path without symbolic links; what does not exist yet is added to the part that does. */
function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
  }
}

function isInside(inner: string, outer: string): boolean {
  const [first] = relative(outer, inner).split(sep);
  return first !== '..';
}
