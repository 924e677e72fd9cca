const charactersPerToken = 4;

/** Estimates the tokens of texts: the sum of their characters, divided by four. */
export function approximateTokens(...texts: readonly string[]): number {
  return Math.round(texts.reduce((sum, text) => sum + text.length, 0) / charactersPerToken);
}
