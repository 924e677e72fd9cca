import { formatNumber } from '../lib/format-number.ts';

/** Texts about the cost of operations. */
export const costStrings = {
  atMost: (tokens: number, balance: number) =>
    `At most ${formatNumber(tokens)} tokens of your ${formatNumber(balance)}.`,
  tooFew: (tokens: number, balance: number) =>
    `This may take ${formatNumber(tokens)} tokens, and you have ${formatNumber(balance)}.`,
  cost: (tokens: number) => (tokens === 1 ? '1 token' : `${formatNumber(tokens)} tokens`),
  upgrade: 'Ask for an upgrade',
  offer: 'Your plan does not hold this.',
  putAway: 'Dismiss the offer',
} as const;

/** Adds the cost to a message when it is known: `Summary ready. 1,204 tokens.` */
export function withCost(text: string, tokens: number | undefined): string {
  return tokens === undefined ? text : `${text} ${costStrings.cost(tokens)}.`;
}
