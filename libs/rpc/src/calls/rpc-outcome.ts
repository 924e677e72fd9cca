import { status, type ServiceError } from '@grpc/grpc-js';
import type { ErrorCode } from '@vault/contracts';
import { AppError } from '@vault/base';
import { codeOfStatus, ownersCode, ownersRetryAfterMs } from './rpc-status.ts';

/** The outcome of a call for its caller. */
export type RpcOutcome = { readonly reply: unknown } | RpcFailure;

interface RpcFailure {
  readonly error: AppError;
  /** Whether the peer seems to be unavailable, not only this call failed. */
  readonly isUnavailable: boolean;
  /** Whether the answer broke off, with its connection or alone. */
  readonly isBroken?: boolean;
}

const away = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED];

/** Details of transport failures contain hosts and ports, so only the cause has them. */
export function failure(cause: ServiceError): RpcFailure {
  const owners = ownersCode(cause.metadata);
  if (owners) {
    const retryAfterMs = ownersRetryAfterMs(cause.metadata);
    return { error: new AppError(owners, cause.details, { cause, retryAfterMs }), isUnavailable: false };
  }
  const isReset = cause.code === status.INTERNAL && cause.details.startsWith('Received RST_STREAM');
  const isDropped =
    cause.code === status.UNAVAILABLE && /ECONNRESET|EPIPE|Connection dropped/.test(cause.details);
  return {
    error: withoutDetails(isReset ? 'unavailable' : codeOfStatus(cause.code), cause),
    isUnavailable: away.includes(cause.code),
    isBroken: isReset || isDropped,
  };
}

function withoutDetails(code: ErrorCode, cause: Error): AppError {
  if (code === 'unavailable') return AppError.unavailable({ cause });
  if (code === 'too-large') return new AppError(code, 'The request is too large.', { cause });
  return new AppError(code, 'The server could not finish this. Please try again.', { cause });
}
