import { status, type ServiceError } from '@grpc/grpc-js';
import type { ErrorCode } from '@vault/contracts';
import { AppError } from '../errors/app-error.ts';
import { codeOfStatus, ownersCode, ownersRetryAfterMs } from './rpc-status.ts';

/** How a call ended at the caller. */
export type RpcOutcome = { readonly reply: unknown } | RpcFailure;

interface RpcFailure {
  readonly error: AppError;
  /** Whether the peer itself seems to be in trouble, and not only this call. */
  readonly isAway: boolean;
  /** Whether the connection broke while the answer was on its way. */
  readonly isBroken?: boolean;
}

const away = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED];

/** Details of transport failures name hosts and ports: they stay in the cause. */
export function failure(cause: ServiceError): RpcFailure {
  const owners = ownersCode(cause.metadata);
  if (owners) {
    const retryAfterMs = ownersRetryAfterMs(cause.metadata);
    return { error: new AppError(owners, cause.details, { cause, retryAfterMs }), isAway: false };
  }
  return {
    error: withoutDetails(codeOfStatus(cause.code), cause),
    isAway: away.includes(cause.code),
    isBroken: cause.code === status.UNAVAILABLE && /ECONNRESET|EPIPE/.test(cause.details),
  };
}

function withoutDetails(code: ErrorCode, cause: Error): AppError {
  if (code === 'unavailable') return AppError.unavailable({ cause });
  if (code === 'too-large') return new AppError(code, 'This is more than can be handled at once.', { cause });
  return new AppError(code, 'The server could not finish this. Please try again.', { cause });
}
