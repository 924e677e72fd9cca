import type { JobKind } from './job.ts';

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
  const cost = isPaid ? ' It has cost nothing.' : '';
  return isUnavailable
    ? `${what}, because the service that writes is not answering.${cost} Please try again in a few minutes.`
    : `${what}.${cost} Please try again.`;
}
