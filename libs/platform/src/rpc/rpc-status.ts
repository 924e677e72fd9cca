import { status, type Metadata } from '@grpc/grpc-js';
import { errorCodes, type ErrorCode } from '@vault/contracts';
import { errorCodeKey, retryAfterKey } from '../errors/error-mapping.ts';

/** The code an owner gave to a failure, if one did. */
export function ownersCode(metadata: Metadata | null | undefined): ErrorCode | undefined {
  const code = metadata?.get(errorCodeKey)[0]?.toString();
  return (errorCodes as readonly string[]).includes(code ?? '') ? (code as ErrorCode) : undefined;
}

/** How long the owner said to wait, if it did. */
export function ownersRetryAfterMs(metadata: Metadata | null | undefined): number | undefined {
  const text = metadata?.get(retryAfterKey)[0]?.toString() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Nobody answered: away, too slow, or not the service that was asked for. */
const unanswered = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED, status.UNIMPLEMENTED];

/** The code of a failure that carries none. */
export function codeOfStatus(code: status): ErrorCode {
  if (code === status.RESOURCE_EXHAUSTED) return 'too-large';
  return unanswered.includes(code) ? 'unavailable' : 'internal';
}
