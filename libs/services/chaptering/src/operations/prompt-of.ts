import type { authRpc } from '@vault/contracts/rpc';
import type { Prompt } from '@vault/integrations';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Chapter } from '../domain/chapter.ts';
import type { JobKind } from '../domain/job.ts';
import { summaryPrompt, chaptersPrompt, quotesPrompt, searchPrompt } from '../domain/prompts/prompt.ts';

export interface PromptParts {
  readonly settings: authRpc.Settings;
  readonly set: Pick<ChapterSetDocument, 'summary' | 'searchSummary'>;
  /** The chapter it is about, for quotes and search. */
  readonly chapter: Pick<Chapter, 'quotes' | 'searchQuotes'>;
  /** What the person typed for this request. */
  readonly typed: string;
}

/** What is sent for an operation in addition to the transcript. */
export function promptOf(kind: JobKind, { settings, set, chapter, typed }: PromptParts): Prompt {
  const { customPrompt, quoteCount, baseSearchPrompt } = settings;
  if (kind === 'chapters') return chaptersPrompt(customPrompt, quoteCount);
  if (kind === 'summary') return summaryPrompt();
  if (kind === 'quotes') return quotesPrompt({ basePrompt: customPrompt, quoteCount, focus: typed });
  const summary = set.searchSummary ?? set.summary;
  return searchPrompt({ basePrompt: baseSearchPrompt, chapter, summary, question: typed });
}
