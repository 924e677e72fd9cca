import { defaultSearchPrompt, promptLimit, searchTextLimit } from '@vault/contracts';
import type { Chapter } from '../chapter.ts';
import { typedText } from '../plain-line.ts';
import type { Prompt } from './prompt.ts';

export interface SearchPromptInput {
  /** The base prompt of the person for searches; empty for the default of new accounts. */
  readonly basePrompt: string;
  readonly chapter: Pick<Chapter, 'quotes' | 'searchQuotes'>;
  /** The summary, or the text that a person wrote instead of it for searches. */
  readonly summary: string;
  /** The question, typed for this request. */
  readonly question: string;
}

/** The base prompt with quotes and summary as context: as data, because speakers or a model may have authored them. */
export function searchPrompt({ basePrompt, chapter, summary, question }: SearchPromptInput): Prompt {
  const quotes = chapter.searchQuotes ?? chapter.quotes.map(({ text }) => `“${text}”`).join('\n');
  const context = [section('Chapter-specific Quotes', quotes), section('Overall Video Summary', summary)];
  return {
    system: typedText(basePrompt, promptLimit) || defaultSearchPrompt,
    context: context.join('\n\n'),
    user: typedText(question, promptLimit),
  };
}

function section(title: string, text: string): string {
  return `${title}:\n${typedText(text, searchTextLimit) || '(none)'}`;
}
