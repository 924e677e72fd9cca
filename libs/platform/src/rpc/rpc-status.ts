import { status, type Metadata } from '@grpc/grpc-js';
import { errorCodes, type ErrorCode } from '@vault/contracts';
import { errorCodeKey } from '../errors/error-mapping.ts';

/** The code an owner gave to a failure, if one did. */
export function ownersCode(metadata: Metadata | null | undefined): ErrorCode | undefined {
  const code = metadata?.get(errorCodeKey)[0]?.toString();
  return (errorCodes as readonly string[]).includes(code ?? '') ? (code as ErrorCode) : undefined;
}

/** Nobody answered: away, too slow, or not the service that was asked for. */
const unanswered = [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED, status.UNIMPLEMENTED];

/** The code of a failure that carries none. */
export function codeOfStatus(code: status): ErrorCode {
  if (code === status.RESOURCE_EXHAUSTED) return 'too-large';
  return unanswered.includes(code) ? 'unavailable' : 'internal';
}
