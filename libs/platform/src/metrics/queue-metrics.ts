import type { Metrics } from './metrics.ts';

/** The jobs of one kind in one service. */
export interface QueuedJobs {
  /** From a closed list. */
  readonly kind: string;
  /** Jobs nobody works on yet, those that wait for another try included. */
  readonly waiting: number;
  readonly running: number;
  /** How long the oldest of them has been there; 0 when there is none. */
  readonly oldestAgeSeconds: number;
}

export interface JobQueue {
  readonly service: string;
  /** Every kind, also those without a job. Cheap: it may look at what waits, never at more. */
  readonly read: () => readonly QueuedJobs[] | Promise<readonly QueuedJobs[]>;
}

/** Tells what waits in a queue of long work; it is looked at once, however many of its metrics are read. */
export function queueMetrics(metrics: Metrics, { service, read }: JobQueue): void {
  let looking: Promise<readonly QueuedJobs[]> | undefined;
  const look = () => (looking ??= Promise.resolve(read()).finally(() => (looking = undefined)));
  const tell = (name: string, help: string, valueOf: (jobs: QueuedJobs) => number) =>
    metrics.read({
      name,
      help,
      labels: ['service', 'kind'],
      read: async () =>
        (await look()).map((jobs) => ({ labels: { service, kind: jobs.kind }, value: valueOf(jobs) })),
    });
  tell('job_queue_depth', 'Jobs that wait for a worker.', ({ waiting }) => waiting);
  tell('jobs_running', 'Jobs being worked on.', ({ running }) => running);
  tell('job_oldest_age_seconds', 'How long the oldest job has been there.', (jobs) => jobs.oldestAgeSeconds);
}
