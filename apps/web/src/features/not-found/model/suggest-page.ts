import { existingPages } from '../not-found.strings.ts';
import type { PageLink } from '../not-found.strings.ts';

const maxDistance = 2;

/** The Levenshtein distance of two words. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [column, against] of Array.from(other).entries()) {
      const change = (row[column] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The page to suggest for an address without a page; null when no address of a page resembles it. */
export function suggestPage(address: string): PageLink | null {
  const path = address.toLowerCase().replace(/(\.html?)?\/*$/, '');
  const near = Object.entries(existingPages)
    .map(([real, link]) => ({ link, distance: editDistance(path, real) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((one, other) => one.distance - other.distance)[0];
  return near?.link ?? null;
}
