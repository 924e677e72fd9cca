import type { VideoState } from '@vault/contracts';
import type { Counter, Metrics } from '@vault/platform';

/** The steps that can fail. */
const steps = [
  'uploading',
  'processing',
  'captioning',
  'chaptering',
] as const satisfies readonly VideoState[];

/** Counts failed videos by step: jobs of the video host and of chaptering. */
export function videoMetrics(metrics: Metrics): Counter<'step'> {
  const failed = metrics.counter({
    name: 'videos_failed_total',
    help: 'Videos of which a step was given up.',
    labels: ['step'] as const,
  });
  for (const step of steps) failed.add({ step }, 0);
  return failed;
}
