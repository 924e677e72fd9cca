import type { Operation, OperationKind } from '@vault/contracts';
import { withCost } from './with-cost.ts';

/** The texts of each kind of generation: while it runs, at its end, and when it failed without a reason. */
export const generationStrings = {
  quotes: {
    running: 'Updating quotes',
    ready: 'New quotes are ready.',
    failed: 'Error to update quote',
  },
  search: {
    running: 'Updating search',
    ready: 'The new search text is ready.',
    failed: 'Error to update search',
  },
  chapters: {
    running: 'Regenerating chapters…',
    first: 'Creating chapters…',
    ready: 'New chapters are ready.',
    failed: 'The chapters were not regenerated. Please try again.',
  },
  summary: {
    running: 'Generating the summary…',
    ready: 'The new summary is ready.',
    failed: 'The summary was not generated. Please try again.',
  },
} as const;

/** What is being generated, in words. @param isFirst the video had no chapters before */
export function runningText(kind: OperationKind, isFirst: boolean | undefined): string {
  return kind === 'chapters' && isFirst ? generationStrings.chapters.first : generationStrings[kind].running;
}

/** The message for an operation that was requested before this page was opened, or by another one. */
export function unrequestedEnd({ kind, state, msg, tokens }: Operation): {
  kind: 'error' | 'info';
  text: string;
} {
  const texts = generationStrings[kind];
  if (state === 'failed') return { kind: 'error', text: msg || texts.failed };
  return { kind: 'info', text: withCost(msg || texts.ready, tokens) };
}
