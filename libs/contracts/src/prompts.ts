/** The shortest prompt that is kept or sent, in characters without the spaces around it: longer than 3. */
export const promptMinimum = 4;
/** The longest prompt that is taken, in characters. A prompt travels with each request to a language model. */
export const promptLimit = 4_000;

/** How many quotes a chapter may have. */
export const quoteCounts = [1, 2, 3] as const;
export type QuoteCount = (typeof quoteCounts)[number];

export const defaultQuoteCount: QuoteCount = 3;

/** What a new account asks of quotes. */
export const defaultQuotePrompt = [
  'Choose passages that each carry one complete, cohesive insight: the thought must begin and end inside the',
  'quotation and make sense to someone who has not watched the webinar. Keep every quotation to about 15 to 50 words,',
  'in the speaker’s own words. Prefer wording that is emotionally resonant and memorable: a sentence people would',
  'repeat to a colleague, write on a slide or share. Leave out greetings, housekeeping and half-finished sentences.',
].join(' ');

/** The system prompt of the chapter search of a new account. */
export const defaultSearchPrompt =
  'Your job is to respond to the user prompt sent, combine that with Chapter.-specific Quotes and Overall Video Summary, and return the best possible result.';
