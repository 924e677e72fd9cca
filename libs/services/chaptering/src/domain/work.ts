import type { ErrorCode } from '@vault/contracts';
import { lookAt, type Job, type JobKind, type Jobs } from './job.ts';

/**
 * An operation that has ended, until its record says so and its tokens are settled. It is kept with the chapters, so
 * that neither is forgotten when a worker dies in between.
 */
export interface Ending {
  readonly operationId: string;
  readonly kind: JobKind;
  readonly state: 'done' | 'failed';
  /** Why it failed, or what became of its result; else empty. */
  readonly msg: string;
  /** Of a failure. */
  readonly code?: ErrorCode;
  /** Tokens that it came to: 0 when it failed. */
  readonly tokens: number;
  /** Whether any were set aside. */
  readonly isReserved: boolean;
  readonly attempts: number;
  readonly dueAt: Date;
}

/** What is to be done for one video. */
export interface Work {
  readonly jobs: Jobs;
  readonly endings: readonly Ending[];
}

/** A set as older versions kept it: with one job. */
interface StoredWork {
  readonly jobs?: Jobs | null;
  readonly endings?: readonly Ending[] | null;
  readonly job?: (Omit<Job, 'state'> & { readonly state: string }) | null;
}

/** What is to be done, also where an older version left it. */
export function workOf({ jobs, endings, job }: StoredWork): Work {
  const old = job && job.state !== 'failed' ? { [job.kind]: job as Job } : {};
  return { jobs: { ...old, ...jobs }, endings: endings ?? [] };
}

export function withJob({ jobs, endings }: Work, job: Job): Work {
  return { jobs: { ...jobs, [job.kind]: job }, endings };
}

/** Without the job of a kind, and with what its operation came to. */
export function withEnding({ jobs, endings }: Work, ending: Ending): Work {
  const rest = Object.values(jobs).filter(({ kind }) => kind !== ending.kind);
  return {
    jobs: Object.fromEntries(rest.map((job) => [job.kind, job])),
    endings: [...endings.filter(({ operationId }) => operationId !== ending.operationId), ending],
  };
}

/** When the first of all this is due. @returns undefined when there is nothing to do */
export function firstDue({ jobs, endings }: Work, now: Date): Date | undefined {
  const times = [
    ...Object.values(jobs).map((job) => lookAt(job) ?? now),
    ...endings.map(({ dueAt }) => dueAt),
  ];
  return times.length === 0 ? undefined : new Date(Math.min(...times.map((time) => time.getTime())));
}

const longestWaitMs = 30_000;

/** An ending that could not be settled, for later. */
export function postponed(ending: Ending, now: Date): Ending {
  const wait = Math.min(longestWaitMs, 1_000 * 2 ** ending.attempts);
  return { ...ending, attempts: ending.attempts + 1, dueAt: new Date(now.getTime() + wait) };
}
