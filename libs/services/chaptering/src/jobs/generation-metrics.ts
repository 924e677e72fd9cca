import { operationKinds } from '@vault/contracts';
import type { Counter, Metrics } from '@vault/platform';

/** Counts ended generations; each series starts at 0, so that the first failure shows as an increase. */
export function generationMetrics(metrics: Metrics): Counter<'kind' | 'end'> {
  const ended = metrics.counter({
    name: 'generations_ended_total',
    help: 'Generations of chapters, summaries, quotes and answers that succeeded or failed.',
    labels: ['kind', 'end'],
  });
  for (const kind of operationKinds) for (const end of ['done', 'failed']) ended.add({ kind, end }, 0);
  return ended;
}
