/** What a person chooses about the words the product writes for them. */
export interface PromptSettings {
  /** Added to every request that finds chapters and quotes. */
  readonly customPrompt: string;
  /** Quotes per chapter, 1 to 3. */
  readonly quoteCount: number;
  /** The system prompt of the chapter search. */
  readonly baseSearchPrompt: string;
}

/** What a new account starts with. */
export const defaultSettings: PromptSettings = {
  customPrompt: [
    'Choose passages that each carry one complete, cohesive insight: the thought must begin and end inside the',
    'quotation and make sense to someone who has not watched the webinar. Keep every quotation to about 15 to 50 words,',
    'in the speaker’s own words. Prefer wording that is emotionally resonant and memorable: a sentence people would',
    'repeat to a colleague, write on a slide or share. Leave out greetings, housekeeping and half-finished sentences.',
  ].join(' '),
  quoteCount: 3,
  baseSearchPrompt:
    'Your job is to respond to the user prompt sent, combine that with Chapter.-specific Quotes and Overall Video Summary, and return the best possible result.',
};
