import { AppError } from '@vault/contracts';
import type { Job, JobKind } from './job.ts';
import type { Failure } from './work.ts';

const subjects: Readonly<Record<JobKind, string>> = {
  chapters: 'The chapters',
  summary: 'The summary',
  quotes: 'The quotes',
  search: 'The answer',
};

/** Failures that another attempt of a person may not mend at once. */
type Outage = 'unavailable' | 'switched-off';

/**
 * Why a job failed, for the person who requested it.
 * @param outage absent when the job itself failed
 */
export function failureMessage(
  kind: JobKind,
  { outage, isPaid }: { readonly outage?: Outage | undefined; readonly isPaid: boolean },
): string {
  const what = `${subjects[kind]} could not be written`;
  const cost = isPaid ? ' No tokens were charged.' : '';
  if (outage === 'switched-off')
    return `${what}. Generated text is switched off by a wrong setting of this server.${cost} Its administrator can see which one.`;
  return outage === 'unavailable'
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
  const isOver = isAbandoned(request);
  // A person who waits learns it now; automatic work continues as soon as the setting is right.
  const isSwitchedOff = code === 'switched-off' && request !== undefined && !isOver;
  const isAway = isOver || code === 'unavailable' || code === 'switched-off';
  const outage = isSwitchedOff ? 'switched-off' : isAway ? 'unavailable' : undefined;
  const msg = failureMessage(kind, { outage, isPaid: request !== undefined });
  return { code: outage ?? 'internal', msg, isFinal: isOver || isSwitchedOff };
}

/** True for a leased job whose tokens were never reserved. */
export function isAbandoned(request: Job['request']): boolean {
  return request?.isReserved === false;
}
