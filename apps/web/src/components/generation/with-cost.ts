import { countOf } from '../../lib/format/format-number.ts';

/** Adds the cost to a message when it is known: `The new summary is ready. 1,204 tokens.` */
export function withCost(text: string, tokens: number | undefined): string {
  return tokens === undefined ? text : `${text} ${countOf(tokens, 'token')}.`;
}
