const LONGEST_PERIOD = 16;
const LEAST_TOKENS = 9;
const LEAST_REPEATS = 3;

/**
 * Finds a decoder that repeats itself: the same run of tokens at least three times at the end, over nine tokens or more.
 * @returns how many tokens to keep (one run of the loop stays), or undefined when there is no loop
 */
export function findLoop(tokens: readonly number[]): number | undefined {
  for (let period = 1; period <= LONGEST_PERIOD; period += 1) {
    const repeats = Math.max(LEAST_REPEATS, Math.ceil(LEAST_TOKENS / period));
    if (isRepeated(tokens, period, repeats)) return tokens.length - period * (repeats - 1);
  }
  return undefined;
}

function isRepeated(tokens: readonly number[], period: number, repeats: number): boolean {
  const from = tokens.length - period * repeats;
  if (from < 0) return false;
  for (let at = from; at < tokens.length - period; at += 1)
    if (tokens[at] !== tokens[at + period]) return false;
  return true;
}
