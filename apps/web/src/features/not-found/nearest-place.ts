import { promised, realAddresses } from './not-found.strings.ts';
import type { Place } from './not-found.strings.ts';

/** How a guess was made: the address is known to lead nowhere yet, or it looks like one that is there. */
export type Guess =
  | { readonly kind: 'promised'; readonly text: string; readonly place: Place }
  | { readonly kind: 'similar'; readonly place: Place };

const mostSlips = 2;

/** How many letters must be put in, left out or changed to make one word of another. */
function slipsBetween(one: string, other: string): number {
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

/** The place nearest to an address that leads nowhere, or null when nothing is near. */
export function nearestPlace(address: string): Guess | null {
  const path = address.toLowerCase().replace(/(\.html?)?\/*$/, '');
  const known = promised[path];
  if (known) return { kind: 'promised', ...known };
  const near = Object.entries(realAddresses)
    .map(([real, place]) => ({ place, slips: slipsBetween(path, real) }))
    .filter(({ slips }) => slips <= mostSlips)
    .sort((one, other) => one.slips - other.slips)[0];
  return near ? { kind: 'similar', place: near.place } : null;
}
