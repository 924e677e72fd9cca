import type { ErrorCode } from '@vault/contracts';
import { dueTimeOf, leaseMs, retryDelayMs, type Job, type JobKind, type Jobs } from './job.ts';

/**
 * The durable fact that an operation ended and what it cost. It is stored with the chapters until the operation record
 * and auth have it, so that nothing is lost when a worker dies in between.
 */
export interface Settlement {
  readonly operationId: string;
  readonly kind: JobKind;
  readonly state: 'done' | 'failed';
  /** Why it failed, or a note on its result; else empty. */
  readonly msg: string;
  /** Only a failure has one. */
  readonly code?: ErrorCode;
  /** Its cost in tokens; 0 when it failed. */
  readonly tokens: number;
  /** The workspace that pays, when the video has moved since. */
  readonly payerId?: string;
  /** Whether tokens were reserved for it. */
  readonly isReserved: boolean;
  readonly attempts: number;
  readonly dueAt: Date;
}

export type Failure = Required<Pick<Settlement, 'msg' | 'code'>>;

/** The settlement of a job that failed or was cancelled, at no cost. */
export function failedSettlement(
  { id, kind, request }: Job,
  { msg, code }: Failure,
  dueAt: Date,
): Settlement {
  return {
    operationId: id,
    kind,
    state: 'failed',
    code,
    msg,
    tokens: 0,
    // The tokens may be reserved although the job does not say so yet. To settle a reservation that does not exist has no effect.
    isReserved: request !== undefined,
    attempts: 0,
    dueAt,
  };
}

/** The open work of one video. */
export interface Work {
  readonly jobs: Jobs;
  readonly settlements: readonly Settlement[];
}

export const noWork: Work = { jobs: {}, settlements: [] };

export function withJob({ jobs, settlements }: Work, job: Job): Work {
  return { jobs: { ...jobs, [job.kind]: job }, settlements };
}

/** Replaces the job of a kind by the settlement of its operation. */
export function withSettlement({ jobs, settlements }: Work, settlement: Settlement): Work {
  const rest = Object.values(jobs).filter(({ kind }) => kind !== settlement.kind);
  return {
    jobs: Object.fromEntries(rest.map((job) => [job.kind, job])),
    settlements: [
      ...settlements.filter(({ operationId }) => operationId !== settlement.operationId),
      settlement,
    ],
  };
}

/** @returns when the first job or settlement is due; undefined without any */
export function firstDue({ jobs, settlements }: Work, now: Date): Date | undefined {
  const times = [
    ...Object.values(jobs).map((job) => dueTimeOf(job) ?? now),
    ...settlements.map(({ dueAt }) => dueAt),
  ];
  return times.length === 0 ? undefined : new Date(Math.min(...times.map((time) => time.getTime())));
}

/** Takes the due settlements for a worker. Others leave them alone for the time of a lease: this worker may die. */
export function leaseSettlements({ jobs, settlements }: Work, now: Date): { due: Settlement[]; work: Work } {
  const due = settlements.filter(({ dueAt }) => dueAt <= now);
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const leased = settlements.map((each) => (due.includes(each) ? { ...each, dueAt: leaseUntil } : each));
  return { due, work: { jobs, settlements: leased } };
}

/** A settlement that failed, to be tried again later. */
export function postponed(settlement: Settlement, now: Date): Settlement {
  const attempts = settlement.attempts + 1;
  return { ...settlement, attempts, dueAt: new Date(now.getTime() + retryDelayMs(attempts)) };
}
