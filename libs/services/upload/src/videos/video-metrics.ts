import type { VideoState } from '@vault/contracts';
import type { Counter, Metrics } from '@vault/platform';

/** Those that can fail. */
const steps = [
  'uploading',
  'processing',
  'captioning',
  'chaptering',
] as const satisfies readonly VideoState[];

/** Counts videos that fail, by their step: the jobs of the video host and of chaptering, as their owners meet them. */
export function videoMetrics(metrics: Metrics): Counter<'step'> {
  const failed = metrics.counter({
    name: 'videos_failed_total',
    help: 'Videos of which a step was given up.',
    labels: ['step'] as const,
  });
  for (const step of steps) failed.add({ step }, 0);
  return failed;
}
