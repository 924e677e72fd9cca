import type { OperationKind } from '@vault/contracts';

/** What a job makes: the chapter set, the summary alone, or quotes or search text of one chapter. */
export type JobKind = OperationKind;

/**
 * Long work on one video. A worker holds it by a lease; a lease that runs out goes to another worker with a higher
 * number, and what the late one brings is refused.
 */
export interface Job {
  /** Of the operation: the id of the message that set it off. */
  readonly id: string;
  readonly kind: JobKind;
  readonly state: 'queued' | 'running';
  /** When it was asked for; jobs of older versions do not say. */
  readonly queuedAt?: Date;
  /** Of the request that set it off; its work carries it on. */
  readonly correlationId?: string;
  /** What a person asked for; absent when the product does it by itself, at no cost. */
  readonly asked?: JobRequest;
  readonly attempts: number;
  /** Rises each time a worker takes the job. */
  readonly leaseNumber: number;
  readonly leaseUntil?: Date;
  /** When a worker should look at it; at once when absent. */
  readonly dueAt?: Date;
  /** 0 to 100. */
  readonly percent: number;
}

/** What a person asked for. */
export interface JobRequest {
  /** The chapter it is about, in seconds. */
  readonly chapterStart?: number;
  /** Tells one wish from another: equal for equal words. */
  readonly wish: string;
  /** The most it may come to, in tokens. */
  readonly tokens: number;
  /** Whether those tokens are set aside. */
  readonly isReserved: boolean;
}

/** The jobs of one video, at most one of each kind. */
export type Jobs = { readonly [Kind in JobKind]?: Job };

/** A dead worker's job goes on within half a minute of its death, with time left to do it. */
export const leaseMs = 15_000;
export const heartbeatMs = 5_000;
const maxAttempts = 5;
/** A person waits for the answer, and may ask again. */
const maxAttemptsForPerson = 3;
const backOffMs = [1_000, 5_000, 15_000, 30_000];

/** What a job knows of how it came about. */
export type JobOrigin = Required<Pick<Job, 'queuedAt' | 'correlationId'>> & Pick<Job, 'asked' | 'dueAt'>;

export function queueJob(id: string, kind: JobKind, origin: JobOrigin): Job {
  return { ...origin, id, kind, state: 'queued', attempts: 0, leaseNumber: 0, percent: 0 };
}

/** When a worker should look at the job; `null` at once. */
export function lookAt({ state, dueAt, leaseUntil }: Job): Date | null {
  return (state === 'running' ? leaseUntil : dueAt) ?? null;
}

/** Takes a job that is due. @returns undefined when another worker holds it, or it waits for its next try */
export function takeLease(job: Job | undefined, now: Date): Job | undefined {
  const due = job && lookAt(job);
  if (!job || (due && due > now)) return undefined;
  const leaseUntil = new Date(now.getTime() + leaseMs);
  return {
    ...withoutWaiting(job),
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

/** True for the try after which the job is given up. */
export function isLastTry({ asked, attempts }: Job): boolean {
  return attempts >= (asked ? maxAttemptsForPerson : maxAttempts);
}

/** Work was interrupted through no fault of its own: the try does not count, and another worker may begin at once. */
export function giveBack(job: Job): Job {
  return { ...withoutWaiting(job), state: 'queued', attempts: job.attempts - 1 };
}

/** How far the work is; a second try does not make it go back. */
export function withPercent(job: Job, percent: number): Job {
  return { ...job, percent: Math.max(job.percent, percent) };
}

/** True while `lease` is the newest lease of this very job. */
export function holdsLease(job: Job | undefined, lease: Job): job is Job {
  return job?.id === lease.id && job.leaseNumber === lease.leaseNumber;
}

/** After a failed try: queued again for later. @returns undefined when it is given up */
export function afterFailedTry(job: Job, now: Date): Job | undefined {
  if (isLastTry(job)) return undefined;
  const wait = backOffMs[job.attempts - 1] ?? backOffMs.at(-1) ?? 0;
  return { ...withoutWaiting(job), state: 'queued', dueAt: new Date(now.getTime() + wait) };
}

/** Neither held nor waiting. Fields are left out rather than emptied: stores would keep them as null. */
function withoutWaiting(job: Job): Job {
  const { id, kind, state, queuedAt, correlationId, asked, attempts, leaseNumber, percent } = job;
  return {
    ...{ id, kind, state, attempts, leaseNumber, percent },
    ...(queuedAt && { queuedAt }),
    ...(correlationId && { correlationId }),
    ...(asked && { asked }),
  };
}
