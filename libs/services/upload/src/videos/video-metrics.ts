import type { VideoState } from '@vault/contracts';
import type { Metrics } from '@vault/platform';
import { wasInTime } from '../domain/step-time.ts';
import type { VideoDocument } from './video.schema.ts';

/** The steps that can fail. */
const steps = [
  'uploading',
  'processing',
  'captioning',
  'chaptering',
] as const satisfies readonly VideoState[];

/** Counts a change of a video's record, from `before` to `after`. */
export type CountChange = (before: VideoDocument, after: VideoDocument) => void;

/** Counts failed videos by step, and how many of the videos that arrived were ready in time. */
export function videoMetrics(metrics: Metrics): CountChange {
  const failed = metrics.counter({
    name: 'videos_failed_total',
    help: 'Videos of which a step was given up.',
    labels: ['step'] as const,
  });
  const processed = metrics.counter({
    name: 'videos_processed_total',
    help: 'Videos that became ready, in time or not, or failed for a reason that is not in the file. Each counts once.',
    labels: ['in_time'] as const,
  });
  for (const step of steps) failed.add({ step }, 0);
  for (const inTime of ['yes', 'no']) processed.add({ in_time: inTime }, 0);
  return (before, after) => {
    const { state, failure, stepTimes } = after;
    if (state === before.state) return;
    if (state === 'failed' && failure) failed.add({ step: failure.step });
    const isFirstEnd = !before.stepTimes.ready && !before.stepTimes.failed;
    const endedAt =
      state === 'ready' || (state === 'failed' && failure?.isRetryable) ? stepTimes[state] : undefined;
    if (!isFirstEnd || !endedAt) return;
    processed.add({ in_time: state === 'ready' && wasInTime(after, endedAt) ? 'yes' : 'no' });
  };
}
