/**
 * All failures that may cross a process boundary. Only `platform/errors` maps a code to an HTTP status and a gRPC
 * status.
 */
export const errorCodes = [
  'invalid-input',
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'gone',
  'limit-reached',
  'too-large',
  'too-many-requests',
  'unavailable',
  // As `unavailable`, until the administrator has mended a setting.
  'switched-off',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];
