import { status as grpcStatus } from '@grpc/grpc-js';
import type { ErrorCode } from '@vault/contracts';

/** The metadata key of a failure's code in a gRPC answer. */
export const errorCodeKey = 'x-error-code';

/** The metadata key of the time to wait before a retry, in milliseconds. */
export const retryAfterKey = 'x-retry-after-ms';

interface Mapping {
  readonly http: number;
  readonly grpc: grpcStatus;
}

/** The HTTP and gRPC status of each error code. */
export const errorMapping: Readonly<Record<ErrorCode, Mapping>> = {
  'invalid-input': { http: 400, grpc: grpcStatus.INVALID_ARGUMENT },
  unauthenticated: { http: 401, grpc: grpcStatus.UNAUTHENTICATED },
  forbidden: { http: 403, grpc: grpcStatus.PERMISSION_DENIED },
  'not-found': { http: 404, grpc: grpcStatus.NOT_FOUND },
  conflict: { http: 409, grpc: grpcStatus.ALREADY_EXISTS },
  gone: { http: 410, grpc: grpcStatus.FAILED_PRECONDITION },
  'limit-reached': { http: 403, grpc: grpcStatus.RESOURCE_EXHAUSTED },
  'too-large': { http: 413, grpc: grpcStatus.OUT_OF_RANGE },
  'too-many-requests': { http: 429, grpc: grpcStatus.RESOURCE_EXHAUSTED },
  unavailable: { http: 503, grpc: grpcStatus.UNAVAILABLE },
  'switched-off': { http: 503, grpc: grpcStatus.FAILED_PRECONDITION },
  internal: { http: 500, grpc: grpcStatus.INTERNAL },
};

/** The code for an HTTP status that a library chose (a body too large, an unknown route). */
export function codeOfHttpStatus(status: number): ErrorCode {
  if (status === 400 || status === 415 || status === 422) return 'invalid-input';
  const found = (Object.keys(errorMapping) as ErrorCode[]).find((code) => errorMapping[code].http === status);
  return found ?? (status < 500 ? 'invalid-input' : 'internal');
}
