import type { Metrics } from './metrics.ts';

/** The jobs of one kind in one service. */
export interface QueuedJobs {
  /** From a closed list. */
  readonly kind: string;
  /** Jobs that do not run yet, including those that wait for a retry. */
  readonly waiting: number;
  readonly running: number;
  /** The age of the oldest job; 0 without one. */
  readonly oldestAgeSeconds: number;
}

export interface JobQueue {
  readonly service: string;
  /** Returns every kind, including those without a job. It must be cheap: it may query waiting jobs only. */
  readonly read: () => readonly QueuedJobs[] | Promise<readonly QueuedJobs[]>;
}

/** Reports the jobs of a queue; all metrics of one scrape share one read. */
export function queueMetrics(metrics: Metrics, { service, read }: JobQueue): void {
  let reading: Promise<readonly QueuedJobs[]> | undefined;
  const readOnce = () => (reading ??= Promise.resolve(read()).finally(() => (reading = undefined)));
  const addMetric = (name: string, help: string, valueOf: (jobs: QueuedJobs) => number) =>
    metrics.read({
      name,
      help,
      labels: ['service', 'kind'],
      read: async () =>
        (await readOnce()).map((jobs) => ({ labels: { service, kind: jobs.kind }, value: valueOf(jobs) })),
    });
  addMetric('job_queue_depth', 'Jobs that wait for a worker.', ({ waiting }) => waiting);
  addMetric('jobs_running', 'Running jobs.', ({ running }) => running);
  addMetric('job_oldest_age_seconds', 'Age of the oldest job.', (jobs) => jobs.oldestAgeSeconds);
}
