/** Minimum length of a prompt, in characters without the spaces around it. */
export const promptMinimum = 4;
/** Maximum length of a prompt, in characters. Each request to a language model contains the prompt. */
export const promptLimit = 4_000;

/** Numbers of quotes for each chapter that a person can choose. */
export const quoteCounts = [1, 2, 3] as const;
export type QuoteCount = (typeof quoteCounts)[number];

export const defaultQuoteCount: QuoteCount = 3;

/** The quote prompt of a new account. */
export const defaultQuotePrompt = [
  'Choose passages that each carry one complete, cohesive insight: the thought must begin and end inside the',
  'quotation and make sense to someone who has not watched the webinar. Keep every quotation to about 15 to 50 words,',
  'in the speaker’s own words. Prefer wording that is emotionally resonant and memorable: a sentence people would',
  'repeat to a colleague, write on a slide or share. Leave out greetings, housekeeping and half-finished sentences.',
].join(' ');

/** The system prompt of the chapter search of a new account. */
export const defaultSearchPrompt =
  'Your job is to respond to the user prompt sent, combine that with Chapter.-specific Quotes and Overall Video Summary, and return the best possible result.';
