import { tombstoneMs } from '@vault/contracts';
import type { MailEnd, MailKind } from './mail-kinds.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** 30 s, 1.5, 4.5, 13.5, 40 minutes, 2 and 6 hours, with 25 % jitter: covers a mail server outage of one night. */
export const mailRetryTimes = {
  maxAttempts: 8,
  firstDelay: 30 * secondMs,
  factor: 3,
  maxDelay: 6 * hourMs,
  jitter: 0.25,
} as const;

/** How long a reset link is valid. A mail that is delayed for longer than this is not sent. */
export const resetLinkMs = 30 * minuteMs;

/** How long a link confirms a new e-mail address. */
export const emailConfirmMs = hourMs;

/** How long a link restores the old e-mail address. */
export const emailUndoMs = 7 * dayMs;

/** How long before the end of a trial the reminder is sent. */
export const trialNoticeMs = dayMs;

/** For the analysis of failures. */
export const failedRetentionMs = 90 * dayMs;

/**
 * How long the record of an ended mail stays, in milliseconds. The record prevents a second mail.
 * @returns undefined when it stays as long as the account
 */
export function retentionOf(kind: MailKind, end: MailEnd): number | undefined {
  if (kind === 'trial-ends') return undefined;
  return end === 'failed' ? failedRetentionMs : tombstoneMs;
}
