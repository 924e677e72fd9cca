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
  {
    sentence:
      'After a successful upload the page saves the video, then checks for the new asset every 1 second until a thumbnail is present; it then replaces the first list item and stops.',
    why: 'Saving, checking and the replacement are tested; the second between two checks, and the stop, are not.',
  },
  {
    sentence: 'Asset check every 1000 ms.',
    why: 'The time between two checks is not measured.',
  },
  {
    sentence: 'Library page size 100.',
    why: 'A test holds the API document to it; no library of more than 100 videos is opened.',
  },
  {
    sentence: 'Toast auto-close 2500 ms on the library page, 5000 ms by default.',
    why: 'The time on the library page is tested; the default is not.',
  },
];
