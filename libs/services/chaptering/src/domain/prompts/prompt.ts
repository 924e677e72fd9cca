import { chapterTextLimit, promptLimit, defaultSearchPrompt, searchTextLimit } from '@vault/contracts';
import { plainLine, typedText } from '../chapters/plain-line.ts';
import type { Chapter } from '../chapters/chapter.ts';

interface SearchPromptInput {
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

interface QuotesPromptInput {
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

/** The texts of a request to a writer. They are recorded and shown unchanged. */
export interface Prompt {
  /** The base prompt and the rules. Never text of a transcript. */
  readonly system: string;
  /** Context from the recording: quotes of it, or texts about it. Data, like the cues. */
  readonly context?: string;
  /** What a person typed for this request; may be empty. */
  readonly user: string;
}

/** The system prompt with the context, as it is shown and counted; models receive the context as data. */
export function shownSystem({ system, context }: Pick<Prompt, 'system' | 'context'>): string {
  return context ? `${system}\n\n${context}` : system;
}

/** The prompt for the summary of a video; people add nothing to it. */
export function summaryPrompt(): Prompt {
  const system = [
    'Write a summary of the recording of a webinar: one paragraph of three to six sentences.',
    'Say what it is about and what one learns from it. Say nothing that was not said.',
    'Write in the language that is spoken.',
  ].join('\n');
  return { system, user: '' };
}

/** The prompt for the chapters of a video; people add only their base prompt for quotes. */
export function chaptersPrompt(quotesBasePrompt: string, quoteCount: number): Prompt {
  const limit = String(chapterTextLimit);
  const system = [
    'Divide the recording of a webinar into chapters, so that somebody who was not there finds what matters to them.',
    'A chapter begins where a new subject begins. The first one begins with the recording.',
    `Each chapter has a title of at most ${limit} characters that no other chapter has, and a summary of at most ${limit} characters.`,
    `Choose ${String(quoteCount)} quotations for each chapter, word for word as they were said in it.`,
    'Write one paragraph about the whole recording: what it is about, and what one learns from it.',
    'Write in the language that is spoken.',
  ].join('\n');
  const request = typedText(quotesBasePrompt, promptLimit);
  return { system: request ? `${system}\n\nThe quotations:\n${request}` : system, user: '' };
}

/** Most names in a prompt, and most characters of them. */
const maxNames = 100;
const maxNamesLength = 2_000;

/** The prompt with names of the glossary, the first of them; unchanged without any. */
export function withNames(prompt: Prompt, names: readonly string[]): Prompt {
  let list = '';
  for (const name of names.slice(0, maxNames)) {
    const longer = list === '' ? plainLine(name) : `${list}, ${plainLine(name)}`;
    if (longer.length > maxNamesLength) break;
    list = longer;
  }
  return list === '' ? prompt : { ...prompt, system: `${prompt.system}\n\nNames as written: ${list}` };
}
