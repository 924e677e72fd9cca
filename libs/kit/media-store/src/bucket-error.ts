import { MediaStoreError } from './media-store.ts';

/** The HTTP status of an error of the SDK. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;
}

const missingNames = new Set([
  'NoSuchKey',
  'NoSuchUpload',
  'NotFound',
  // Parts that were confirmed are gone, or others: their upload can only begin anew.
  'EntityTooSmall',
  'InvalidPart',
  'InvalidPartOrder',
]);
const fullNames = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'StorageFull']);

const forbiddenNames = new Set([
  'AccessDenied',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'NoSuchBucket',
  'SignatureDoesNotMatch',
  // Of versitygw.
  'XAdminUserNotFound',
]);

/** Names an error of the SDK; a call that was ended throws the signal's reason. */
export function toStoreError(error: unknown, signal: AbortSignal | undefined): Error {
  if (signal?.aborted === true) return signal.reason as Error;
  if (error instanceof MediaStoreError || error instanceof TypeError || error instanceof RangeError)
    return error;
  const { name, message } = error as Error;
  const status = statusOf(error);
  const report = (problem: MediaStoreError['problem']): MediaStoreError =>
    new MediaStoreError(problem, `${name}: ${message}`, { cause: error });
  if (missingNames.has(name)) return report('missing');
  if (fullNames.has(name) || status === 507) return report('full');
  if (forbiddenNames.has(name) || status === 401 || status === 403) return report('forbidden');
  return report('unavailable');
}
