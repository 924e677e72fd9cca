import { status, type Metadata } from '@grpc/grpc-js';
import { errorCodes, type ErrorCode } from '@vault/contracts';
import { errorCodeKey, retryAfterKey } from '@vault/base';

/** The error code that the owner set, if any. */
export function ownersCode(metadata: Metadata | null | undefined): ErrorCode | undefined {
  const code = metadata?.get(errorCodeKey)[0]?.toString();
  return (errorCodes as readonly string[]).includes(code ?? '') ? (code as ErrorCode) : undefined;
}

/** The time to wait that the owner set, if any, in milliseconds. */
export function ownersRetryAfterMs(metadata: Metadata | null | undefined): number | undefined {
  const text = metadata?.get(retryAfterKey)[0]?.toString() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Statuses without an answer: the service is unavailable, too slow, or another one. */
const unanswered = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED, status.UNIMPLEMENTED];

/** The error code for a status without one. */
export function codeOfStatus(code: status): ErrorCode {
  if (code === status.RESOURCE_EXHAUSTED) return 'too-large';
  return unanswered.includes(code) ? 'unavailable' : 'internal';
}
