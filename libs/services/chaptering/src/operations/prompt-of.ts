import type { authRpc } from '@vault/contracts/rpc';
import type { Prompt } from '@vault/integrations';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Chapter } from '../domain/chapters/chapter.ts';
import type { GlossaryTerm } from '../domain/glossary/glossary-term.ts';
import type { JobKind } from '../domain/jobs/job.ts';
import {
  summaryPrompt,
  chaptersPrompt,
  quotesPrompt,
  searchPrompt,
  withNames,
} from '../domain/prompts/prompt.ts';

export interface PromptParts {
  readonly settings: authRpc.Settings;
  readonly set: Pick<ChapterSetDocument, 'summary' | 'searchSummary'>;
  /** Names in the glossary of the owner. */
  readonly terms: readonly Pick<GlossaryTerm, 'term'>[];
  /** The chapter it is about, for quotes and search. */
  readonly chapter: Pick<Chapter, 'quotes' | 'searchQuotes'>;
  /** What the person typed for this request. */
  readonly typed: string;
}

/** What is sent for an operation in addition to the transcript. */
export function promptOf(kind: JobKind, { settings, set, terms, chapter, typed }: PromptParts): Prompt {
  const { customPrompt, quoteCount, baseSearchPrompt } = settings;
  const names = terms.map(({ term }) => term);
  if (kind === 'chapters') return withNames(chaptersPrompt(customPrompt, quoteCount), names);
  if (kind === 'summary') return withNames(summaryPrompt(), names);
  if (kind === 'quotes')
    return withNames(quotesPrompt({ basePrompt: customPrompt, quoteCount, focus: typed }), names);
  const summary = set.searchSummary ?? set.summary;
  return searchPrompt({ basePrompt: baseSearchPrompt, chapter, summary, question: typed });
}
