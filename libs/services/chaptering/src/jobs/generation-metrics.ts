import { operationKinds } from '@vault/contracts';
import type { Counter, Metrics } from '@vault/platform';

/** Counts generations that have ended; each series is there from 0, so that the first failure is a rise. */
export function generationMetrics(metrics: Metrics): Counter<'kind' | 'end'> {
  const ended = metrics.counter({
    name: 'generations_ended_total',
    help: 'Chapters, summaries, quotes and answers that were written, or given up, whoever wanted them.',
    labels: ['kind', 'end'],
  });
  for (const kind of operationKinds) for (const end of ['done', 'failed']) ended.add({ kind, end }, 0);
  return ended;
}
