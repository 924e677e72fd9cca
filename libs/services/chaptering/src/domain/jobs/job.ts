import type { OperationKind } from '@vault/contracts';

/** What a job generates: the chapter set, the summary alone, or quotes or search text of one chapter. */
export type JobKind = OperationKind;

/**
 * One generation for one video. A worker holds the job by a lease; after the lease expires, another worker takes the
 * job with a higher lease number, and the late result of the first worker is refused.
 */
export interface Job {
  /** The operation id: the id of the message that caused it. */
  readonly id: string;
  readonly kind: JobKind;
  readonly state: 'queued' | 'running';
  readonly queuedAt: Date;
  /** The correlation id of the message that caused the job. Events and calls of the job carry it too. */
  readonly correlationId: string;
  /** The trace that the job continues, in the form of W3C. */
  readonly traceparent?: string;
  /** What a person requested; absent for automatic jobs, which cost no tokens. */
  readonly request?: JobRequest;
  readonly attempts: number;
  /** Rises each time a worker takes the job. */
  readonly leaseNumber: number;
  readonly leaseUntil?: Date;
  /** When a worker may take it; at once when absent. */
  readonly dueAt?: Date;
  /** 0 to 100. */
  readonly percent: number;
}

export interface JobRequest {
  /** The chapter it is about. */
  readonly chapterId?: string;
  /** Equal for equal requests. */
  readonly digest: string;
  /** The maximum cost in tokens. */
  readonly tokens: number;
  /** Whether those tokens are reserved. */
  readonly isReserved: boolean;
}

/** The jobs of one video, at most one of each kind. */
export type Jobs = { readonly [Kind in JobKind]?: Job };

/** Another worker continues the job of a dead worker within half a minute. */
export const leaseMs = 15_000;
export const heartbeatMs = 5_000;
const maxAttempts = 5;
/** Requested jobs have fewer attempts, because a person waits for the answer and can request it again. */
const maxAttemptsForPerson = 3;
const retryDelaysMs = [1_000, 5_000, 15_000, 30_000];

/** @param attempts that have failed, at least one */
export function retryDelayMs(attempts: number): number {
  return retryDelaysMs[attempts - 1] ?? 30_000;
}

export type JobOrigin = Pick<Job, 'queuedAt' | 'correlationId' | 'traceparent' | 'request' | 'dueAt'>;

export function queueJob(id: string, kind: JobKind, origin: JobOrigin): Job {
  return { ...origin, id, kind, state: 'queued', attempts: 0, leaseNumber: 0, percent: 0 };
}

/** @returns when a worker may take the job; undefined when it may at once */
export function dueTimeOf({ state, dueAt, leaseUntil }: Job): Date | undefined {
  return state === 'running' ? leaseUntil : dueAt;
}

/** Takes a job that is due. @returns undefined when another worker holds it, or it waits for its next attempt */
export function takeLease(job: Job | undefined, now: Date): Job | undefined {
  const due = job && dueTimeOf(job);
  if (!job || (due && due > now)) return undefined;
  const leaseUntil = new Date(now.getTime() + leaseMs);
  return {
    ...withoutTimes(job),
    state: 'running',
    attempts: job.attempts + 1,
    leaseNumber: job.leaseNumber + 1,
    leaseUntil,
  };
}

/** True for a job whose workers died in all attempts: it must not start again. */
export function isExhausted(job: Job): boolean {
  return job.attempts > maxAttempts;
}

/** True for the attempt after which the job fails for good. */
export function isLastAttempt({ request, attempts }: Job): boolean {
  return attempts >= (request ? maxAttemptsForPerson : maxAttempts);
}

/** The worker was stopped: the attempt does not count, and another worker may take the job at once. */
export function requeue(job: Job): Job {
  return { ...withoutTimes(job), state: 'queued', attempts: job.attempts - 1 };
}

/**
 * The attempt of a lease that was lost does not count when its worker lives: the work itself did not end it.
 * @returns undefined when nobody has taken the job since
 */
export function withoutLostAttempt(job: Job | undefined, lost: Job): Job | undefined {
  if (job?.id !== lost.id || job.leaseNumber === lost.leaseNumber) return undefined;
  return { ...job, attempts: Math.max(0, job.attempts - 1) };
}

/** Updates the progress; a second attempt does not decrease it. */
export function withPercent(job: Job, percent: number): Job {
  return { ...job, percent: Math.max(job.percent, percent) };
}

/** True while `lease` is the newest lease of this very job. */
export function holdsLease(job: Job | undefined, lease: Job): job is Job {
  return job?.id === lease.id && job.leaseNumber === lease.leaseNumber;
}

/** Queues a job again after a failed attempt. @returns undefined after the last attempt */
export function afterFailedAttempt(job: Job, now: Date): Job | undefined {
  if (isLastAttempt(job)) return undefined;
  const wait = retryDelayMs(job.attempts);
  return { ...withoutTimes(job), state: 'queued', dueAt: new Date(now.getTime() + wait) };
}

/** The job without `leaseUntil` and `dueAt`: the store would keep undefined values as null. */
function withoutTimes(job: Job): Job {
  const { id, kind, state, queuedAt, correlationId, traceparent, request, attempts, leaseNumber, percent } =
    job;
  return {
    id,
    kind,
    state,
    queuedAt,
    correlationId,
    attempts,
    leaseNumber,
    percent,
    ...(traceparent !== undefined && { traceparent }),
    ...(request && { request }),
  };
}
