import { status as grpcStatus } from '@grpc/grpc-js';
import type { ErrorCode } from '@vault/contracts';

/** The metadata key under which a failure's code crosses a gRPC call. */
export const errorCodeKey = 'x-error-code';

/** The metadata key under which it crosses how long to wait, in milliseconds. */
export const retryAfterKey = 'x-retry-after-ms';

interface Mapping {
  readonly http: number;
  readonly grpc: grpcStatus;
}

/** The one place where an error code becomes a status. */
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
  internal: { http: 500, grpc: grpcStatus.INTERNAL },
};

/** The code of an HTTP status that some library chose (a body too large, a route that is not there). */
export function codeOfHttpStatus(status: number): ErrorCode {
  if (status === 400 || status === 415 || status === 422) return 'invalid-input';
  const found = (Object.keys(errorMapping) as ErrorCode[]).find((code) => errorMapping[code].http === status);
  return found ?? (status < 500 ? 'invalid-input' : 'internal');
}
