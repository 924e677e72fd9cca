import { defaultSearchPrompt, promptLimit, searchTextLimit } from '@vault/contracts';
import type { Prompt } from '@vault/integrations';
import type { Chapter } from '../chapter.ts';
import { typedText } from '../plain-line.ts';

export interface SearchWish {
  /** The person's base prompt for searches; empty for the one a new account has. */
  readonly basePrompt: string;
  readonly chapter: Pick<Chapter, 'quotes' | 'searchQuotes'>;
  /** What a person wrote as the summary for searches; else the summary itself. */
  readonly summary: string;
  /** What is asked this time. */
  readonly question: string;
}

/** The base prompt, and what it is given of the chapter and of the video: a speaker wrote that, in a way, or a model. */
export function searchPrompt({ basePrompt, chapter, summary, question }: SearchWish): Prompt {
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
