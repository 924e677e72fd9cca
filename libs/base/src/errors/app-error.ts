import { AppError } from '@vault/contracts';
import { sqliteFailureOf } from '@vault/embedded-mongo';
import { isStoreUnavailable } from './is-store-unavailable.ts';

export { AppError } from '@vault/contracts';

/** Any failure as a caller may see it: an unknown error is kept as the cause for the log only. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isStorageFull(error)) {
    return new AppError(
      'unavailable',
      'The disk of the server is full. Please contact its administrator, and try again later.',
      {
        cause: error,
      },
    );
  }
  if (isStoreUnavailable(error)) return AppError.unavailable({ cause: error });
  return new AppError('internal', 'The server could not finish this. Please try again.', { cause: error });
}

/** Searches the chain of causes for the errors of the operating system and of SQLite. */
export function isStorageFull(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    if ('code' in cause && cause.code === 'ENOSPC') return true;
    if (sqliteFailureOf(cause) === 'full') return true;
  }
  return false;
}
