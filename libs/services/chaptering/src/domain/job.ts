/** What a job makes: the whole chapter set, or the summary alone. */
export const jobKinds = ['chapters', 'summary'] as const;

export type JobKind = (typeof jobKinds)[number];

/**
 * Long work on one video. A worker holds it by a lease; a lease that runs out goes to another worker with a higher
 * number, and what the late one brings is refused.
 */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: 'queued' | 'running' | 'failed';
  /** When it was asked for; jobs of older versions do not say. */
  readonly queuedAt?: Date;
  /** Of the request that set it off; its work carries it on. */
  readonly correlationId?: string;
  readonly attempts: number;
  /** Rises each time a worker takes the job. */
  readonly leaseNumber: number;
  readonly leaseUntil?: Date;
  /** 0 to 100. */
  readonly percent: number;
  readonly reason?: string;
}

/** A dead worker's job goes on within half a minute of its death, with time left to do it. */
export const leaseMs = 15_000;
export const heartbeatMs = 5_000;
const maxAttempts = 5;
const backOffMs = [1_000, 5_000, 15_000, 30_000];

/** What a job knows of how it came about. */
export type JobOrigin = Required<Pick<Job, 'queuedAt' | 'correlationId'>>;

export function queueJob(id: string, kind: JobKind, origin: JobOrigin): Job {
  return { ...origin, id, kind, state: 'queued', attempts: 0, leaseNumber: 0, percent: 0 };
}

export function isActive(job: Job | null | undefined): job is Job {
  return job !== null && job !== undefined && job.state !== 'failed';
}

/** Takes a job that is due. @returns undefined when another worker holds it */
export function takeLease(job: Job | null | undefined, now: Date): Job | undefined {
  if (!isActive(job)) return undefined;
  if (job.state === 'running' && job.leaseUntil && job.leaseUntil > now) return undefined;
  const leaseUntil = new Date(now.getTime() + leaseMs);
  return {
    ...job,
    state: 'running',
    attempts: job.attempts + 1,
    leaseNumber: job.leaseNumber + 1,
    leaseUntil,
  };
}

/** True for a job whose workers died again and again: it is not begun once more. */
export function isExhausted(job: Job): boolean {
  return job.attempts > maxAttempts;
}

/** Work was interrupted through no fault of its own: the try does not count, and another worker may begin at once. */
export function giveBack(job: Job): Job {
  return { ...job, state: 'queued', attempts: job.attempts - 1, leaseUntil: undefined };
}

/** How far the work is; a second try does not make it go back. */
export function withPercent(job: Job, percent: number): Job {
  return { ...job, percent: Math.max(job.percent, percent) };
}

/** True while `lease` is the newest lease of this very job. */
export function holdsLease(job: Job | null | undefined, lease: Job): job is Job {
  return isActive(job) && job.id === lease.id && job.leaseNumber === lease.leaseNumber;
}

/** After a failed try: queued again for later, or failed for good with its reason. */
export function afterFailedTry(job: Job, reason: string, now: Date): { job: Job; dueAt?: Date } {
  if (job.attempts >= maxAttempts) return { job: { ...job, state: 'failed', reason, leaseUntil: undefined } };
  const wait = backOffMs[job.attempts - 1] ?? backOffMs.at(-1) ?? 0;
  return { job: { ...job, state: 'queued', leaseUntil: undefined }, dueAt: new Date(now.getTime() + wait) };
}
