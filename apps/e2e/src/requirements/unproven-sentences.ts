import type { ContextSentence } from './context-sentences.ts';

/** Sentences of the product documents that the product does not keep, or that no test proves, and what is missing. */
export const unprovenSentences: readonly ContextSentence[] = [
  {
    sentence: 'An embeddable chaptered portal is offered on the higher plan.',
    why: 'There is no portal: a pricing card names it.',
  },
  {
    sentence:
      'Product Marketing Pro $14 per month, 20 videos at a time, 1M monthly tokens, no free trial, embeddable portal.',
    why: 'A test holds the card to these words. There is no portal.',
  },
  {
    sentence:
      'Plan features: free (Curious Executive) allows 2 videos at a time and 50K monthly tokens; executive (Product Marketing Pro) allows 20 videos at a time, 1M monthly tokens and the embeddable portal.',
    why: 'Tests hold the product to the videos and the tokens. There is no portal.',
  },
  {
    sentence: 'Extra tokens can be bought; enterprise plans exist.',
    why: 'Staff give tokens and change plans when somebody asks; nothing is sold in the product.',
  },
];
