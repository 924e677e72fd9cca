import { isDiskFull } from '@vault/media';
import { QueueFullError, UploadClosedError } from '../common/lifecycle-errors.ts';
import { HttpError, storageFull } from './answers/respond.ts';

/** The response of an expected failure; undefined for any other, which is logged and answered with {@link unexpected}. */
export function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof QueueFullError)
    return new HttpError(503, 'try_again', error.message, { 'Retry-After': '30' });
  if (error instanceof UploadClosedError) return new HttpError(410, 'upload_closed', error.message);
  return undefined;
}

/** The response of an unexpected failure: 507 for a full disk, else 503, because the next attempt may succeed. */
export function unexpected(error: unknown): HttpError {
  if (isDiskFull(error)) return storageFull('there is no room on the disk of the video host');
  return new HttpError(503, 'try_again', 'try again', { 'Retry-After': '1' });
}
