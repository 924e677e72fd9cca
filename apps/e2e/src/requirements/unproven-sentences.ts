import type { ContextSentence } from './context-sentences.ts';

/** Sentences of the requirement documents that the product does not fulfil, or that no test proves, with the reason. */
export const unprovenSentences: readonly ContextSentence[] = [
  {
    sentence: 'An embeddable chaptered portal is offered on the higher plan.',
    why: 'There is no portal; a pricing card mentions it.',
  },
  {
    sentence:
      'Product Marketing Pro $14 per month, 20 videos at a time, 1M monthly tokens, no free trial, embeddable portal.',
    why: 'A test checks the text of the card. There is no portal.',
  },
  {
    sentence:
      'Plan features: free (Curious Executive) allows 2 videos at a time and 50K monthly tokens; executive (Product Marketing Pro) allows 20 videos at a time, 1M monthly tokens and the embeddable portal.',
    why: 'Tests check the numbers of videos and tokens. There is no portal.',
  },
  {
    sentence: 'Extra tokens can be bought; enterprise plans exist.',
    why: 'Staff add tokens and change plans on request; the product sells nothing.',
  },
];
