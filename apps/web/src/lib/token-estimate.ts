const charactersPerToken = 4;

/** About how many tokens texts come to: their characters together, divided by four. */
export function approximateTokens(...texts: readonly string[]): number {
  return Math.round(texts.reduce((sum, text) => sum + text.length, 0) / charactersPerToken);
}
