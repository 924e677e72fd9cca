import {
  defaultQuoteCount,
  defaultQuotePrompt,
  defaultSearchPrompt,
  type QuoteCount,
} from '@vault/contracts';

/** What a person chooses about the words the product writes for them. */
export interface PromptSettings {
  /** Added to every request that finds chapters and quotes. */
  readonly customPrompt: string;
  /** Quotes per chapter. */
  readonly quoteCount: QuoteCount;
  /** The system prompt of the chapter search. */
  readonly baseSearchPrompt: string;
}

/** What a new account starts with. */
export const defaultSettings: PromptSettings = {
  customPrompt: defaultQuotePrompt,
  quoteCount: defaultQuoteCount,
  baseSearchPrompt: defaultSearchPrompt,
};
