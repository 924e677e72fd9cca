/** A run of words and what replaces it: indexes, the second ones exclusive. One of them may be empty. */
export interface Replacement {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
}

/** Longer texts are not compared word by word: time and memory grow with the product of their lengths. */
const maxCells = 250_000;

/** The smallest replacements that make one list of words the other, in order, with a longest common subsequence. */
export function alignWords(before: readonly string[], after: readonly string[]): Replacement[] {
  let first = 0;
  while (first < before.length && first < after.length && before[first] === after[first]) first += 1;
  let same = 0;
  const most = Math.min(before.length, after.length) - first;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const [rows, columns] = [before.length - first - same, after.length - first - same];
  if (rows === 0 && columns === 0) return [];
  if (rows * columns > maxCells || rows === 0 || columns === 0)
    return [{ before: [first, first + rows], after: [first, first + columns] }];
  const old = before.slice(first, first + rows);
  const own = after.slice(first, first + columns);
  return replacementsOf(old, own, first);
}

function replacementsOf(old: readonly string[], own: readonly string[], offset: number): Replacement[] {
  const common = commonLengths(old, own);
  const width = own.length + 1;
  const found: Replacement[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < own.length) {
    const [fromRow, fromColumn] = [row, column];
    while ((row < old.length || column < own.length) && !(row < old.length && old[row] === own[column])) {
      const isDown =
        column === own.length ||
        (common[(row + 1) * width + column] ?? 0) >= (common[row * width + column + 1] ?? 0);
      if (row < old.length && isDown) row += 1;
      else column += 1;
    }
    if (row > fromRow || column > fromColumn)
      found.push({
        before: [fromRow + offset, row + offset],
        after: [fromColumn + offset, column + offset],
      });
    while (row < old.length && column < own.length && old[row] === own[column])
      [row, column] = [row + 1, column + 1];
  }
  return found;
}

/** The length of the longest common subsequence of what follows each pair of positions. */
function commonLengths(old: readonly string[], own: readonly string[]): Uint16Array {
  const width = own.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = own.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      lengths[at] =
        old[row] === own[column]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  return lengths;
}
