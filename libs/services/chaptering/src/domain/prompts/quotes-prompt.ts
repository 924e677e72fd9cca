import { promptLimit } from '@vault/contracts';
import { typedText } from '../plain-line.ts';
import type { Prompt } from './prompt.ts';

export interface QuotesPromptInput {
  /** The base prompt of the person for quotes. */
  readonly basePrompt: string;
  /** 1 to 3. */
  readonly quoteCount: number;
  /** The prompt focus, typed for this request. */
  readonly focus: string;
}

/** The base prompt with the rules that the page shows next to it. */
export function quotesPrompt({ basePrompt, quoteCount, focus }: QuotesPromptInput): Prompt {
  const rules = [
    'Quote only words that were said in this chapter, word for word.',
    'The Prompt Focus that the user sends says what the quotations should be about.',
    'The output must be a JSON array.',
    'Each quote needs a timecode in the form HH:MM:SS, two seconds before the quote begins.',
    `Extract exactly ${quotations(quoteCount)}.`,
  ];
  const system = [typedText(basePrompt, promptLimit), rules.join('\n')].filter(Boolean).join('\n\n');
  return { system, user: typedText(focus, promptLimit) };
}

function quotations(count: number): string {
  return count === 1 ? '1 quotation' : `${String(count)} quotations`;
}
