import { backOff } from '@vault/platform';
import type { MailEnd, MailKind } from '../mail/mail-record.schema.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** 30 s, 1.5, 4.5, 13.5, 40 minutes, 2 and 6 hours, a quarter less by chance: a mail server may be away for a night. */
export const mailRetry = backOff({
  ...{ maxAttempts: 8, firstDelay: 30 * secondMs, factor: 3, maxDelay: 6 * hourMs, jitter: 0.25 },
});

/** For how long the link of a reset holds; whoever gets it later than that after asking has no use for it. */
export const resetLinkMs = 30 * minuteMs;

/** A trial is about to end from then on. */
export const trialNoticeMs = dayMs;

/** Longer than a topic keeps its messages: what comes again in that time is known. */
export const knownForMs = 8 * dayMs;

/** For whoever looks into why. */
export const failedForMs = 90 * dayMs;

/**
 * For how long the record of a mail that has ended is kept: it keeps the same mail from being sent again.
 * @returns undefined for as long as there is the account
 */
export function forgetAfter(kind: MailKind, end: MailEnd): number | undefined {
  if (kind === 'trial-ends') return undefined;
  return end === 'failed' ? failedForMs : knownForMs;
}
