import { AppError } from '@vault/contracts';
import type { Job, JobKind } from './job.ts';
import type { Failure } from './work.ts';

const subjects: Readonly<Record<JobKind, string>> = {
  chapters: 'The chapters',
  summary: 'The summary',
  quotes: 'The quotes',
  search: 'The answer',
};

/** Why a job failed, for the person who requested it. */
export function failureMessage(
  kind: JobKind,
  { isUnavailable, isPaid }: { isUnavailable: boolean; isPaid: boolean },
): string {
  const what = `${subjects[kind]} could not be written`;
  const cost = isPaid ? ' No tokens were charged.' : '';
  return isUnavailable
    ? `${what}, because the text service is not answering.${cost} Please try again in a few minutes.`
    : `${what}.${cost} Please try again.`;
}

/** How a job fails; final when another attempt would fail in the same way. */
export function failureOf(error: unknown, { kind, request }: Job): Failure & { isFinal: boolean } {
  const code = error instanceof AppError ? error.code : 'internal';
  // Messages with these codes are written for the person who requested the job.
  if (error instanceof AppError && (code === 'conflict' || code === 'limit-reached'))
    return { code, msg: error.message, isFinal: true };
  // The command that queued it has failed, or its process died.
  const isFinal = isAbandoned(request);
  const isUnavailable = isFinal || code === 'unavailable';
  const msg = failureMessage(kind, { isUnavailable, isPaid: request !== undefined });
  return { code: isUnavailable ? 'unavailable' : 'internal', msg, isFinal };
}

/** True for a leased job whose tokens were never reserved. */
export function isAbandoned(request: Job['request']): boolean {
  return request?.isReserved === false;
}
