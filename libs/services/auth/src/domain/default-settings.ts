import {
  defaultQuoteCount,
  defaultQuotePrompt,
  defaultSearchPrompt,
  type QuoteCount,
} from '@vault/contracts';

/** The prompt settings of a person. */
export interface PromptSettings {
  /** Added to every request that generates chapters and quotes. */
  readonly customPrompt: string;
  /** Quotes per chapter. */
  readonly quoteCount: QuoteCount;
  /** The system prompt of the chapter search. */
  readonly baseSearchPrompt: string;
}

/** The settings of a new account. */
export const defaultSettings: PromptSettings = {
  customPrompt: defaultQuotePrompt,
  quoteCount: defaultQuoteCount,
  baseSearchPrompt: defaultSearchPrompt,
};
