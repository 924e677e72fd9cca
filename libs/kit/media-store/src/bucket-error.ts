import type { MediaStoreProblem, StoreSetting } from './media-store.ts';
import { MediaStoreError } from './media-store.ts';

/** The HTTP status of an error of the SDK. */
export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;
}

/** Codes of S3, and of servers that speak its protocol. A code that is missing here is judged by its status. */
const problemNames: Readonly<
  Record<Exclude<MediaStoreProblem, 'forbidden'> | StoreSetting, readonly string[]>
> = {
  missing: [
    ...['NoSuchKey', 'NoSuchUpload', 'NotFound'],
    // Parts that were confirmed are gone, or others: their upload can only begin anew.
    ...['EntityTooSmall', 'InvalidPart', 'InvalidPartOrder'],
  ],
  full: ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'StorageFull'],
  unavailable: [
    ...['RequestTimeout', 'SlowDown', 'OperationAborted', 'ConditionalRequestConflict'],
    ...[
      'Throttling',
      'ThrottlingException',
      'RequestLimitExceeded',
      'RequestThrottled',
      'BandwidthLimitExceeded',
    ],
    // The bytes were changed on their way.
    ...['BadDigest', 'IncompleteBody', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch'],
  ],
  keys: [
    ...['AccessDenied', 'ExpiredToken', 'InvalidAccessKeyId', 'InvalidToken', 'SignatureDoesNotMatch'],
    // Of the SDK, and of versitygw.
    ...['CredentialsProviderError', 'XAdminUserNotFound'],
  ],
  bucket: ['NoSuchBucket', 'InvalidBucketName'],
  place: [
    ...['PermanentRedirect', 'TemporaryRedirect', 'Redirect', 'AuthorizationHeaderMalformed'],
    ...['IllegalLocationConstraintException', 'InvalidRegion', 'InvalidLocationConstraint'],
  ],
  // Of Alibaba, for a bucket that is not a part of the host's name.
  address: ['SecondLevelDomainForbidden'],
  clock: ['RequestTimeTooSkewed', 'RequestExpired'],
  server: [],
};

const kindOfName = new Map(
  Object.entries(problemNames).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)),
) as ReadonlyMap<string, keyof typeof problemNames>;

/** Codes of Node and OpenSSL: certificates, and TLS with a port that does not speak it. */
const tlsCodes = /^(?:CERT_|ERR_SSL_|ERR_TLS_|ERR_OSSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$|HPE_)/;
/** Too early, too many requests, and what asks for another try. */
const passingStatuses = new Set([408, 409, 412, 423, 425, 429]);

/** What an answer or a connection says, whose name is not known. */
function kindByStatus(error: Error, status: number | undefined): keyof typeof problemNames {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && tlsCodes.test(code)) return 'address';
  // The SDK gives these names to answers that are not of S3.
  const isForeign = /^(?:Error|SyntaxError|TypeError)$/.test(error.name);
  if (status === undefined) return 'unavailable';
  if (status === 507) return 'full';
  if (status === 401 || status === 403) return 'keys';
  if (status >= 300 && status < 400) return 'place';
  if (status === 501) return 'server';
  if (status >= 500 || passingStatuses.has(status)) return 'unavailable';
  return isForeign ? 'address' : 'server';
}

/** Names an error of the SDK; a call that was ended throws the signal's reason. */
export function toStoreError(error: unknown, signal: AbortSignal | undefined): Error {
  if (signal?.aborted === true) return signal.reason as Error;
  if (error instanceof MediaStoreError || error instanceof RangeError) return error;
  const status = statusOf(error);
  // A key that is not allowed is a mistake of the caller, but the SDK also throws it for answers that it cannot read.
  if (error instanceof TypeError && status === undefined) return error;
  const { name, message } = error as Error;
  const kind = kindOfName.get(name) ?? kindByStatus(error as Error, status);
  const text = `${name}: ${message}`;
  if (kind === 'missing' || kind === 'full' || kind === 'unavailable')
    return new MediaStoreError(kind, text, { cause: error });
  return new MediaStoreError('forbidden', text, { cause: error, setting: kind });
}

/** Whether the server does not know a call, or what it asks for. */
export function isOfServer(error: unknown): boolean {
  return error instanceof MediaStoreError && error.setting === 'server';
}
