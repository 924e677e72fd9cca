const maxPeriod = 16;
const minTokens = 9;
const minRepeats = 3;

/**
 * Detects a decoder that repeats itself: the tokens end with at least three repeats of a run, nine tokens or more.
 * @param end only the tokens before it count
 * @returns how many tokens to keep (one run of the loop included), or undefined when there is no loop
 */
export function findLoop(tokens: readonly number[], end = tokens.length): number | undefined {
  for (let period = 1; period <= maxPeriod; period += 1) {
    const repeats = Math.max(minRepeats, Math.ceil(minTokens / period));
    if (isRepeated(tokens, end, period, repeats)) return end - period * (repeats - 1);
  }
  return undefined;
}

function isRepeated(tokens: readonly number[], end: number, period: number, repeats: number): boolean {
  const from = end - period * repeats;
  if (from < 0) return false;
  for (let at = from; at < end - period; at += 1) if (tokens[at] !== tokens[at + period]) return false;
  return true;
}
