import type { ErrorCode } from '@vault/contracts';
import { isStoreAway } from '../store/is-store-away.ts';

export interface AppErrorOptions extends ErrorOptions {
  /** After how long a retry may succeed, if known. */
  readonly retryAfterMs?: number | undefined;
}

/** A failure with an {@link ErrorCode} and a sentence that the user can act on. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
  }

  static notFound(what: string, options?: ErrorOptions): AppError {
    return new AppError('not-found', `${what} was not found.`, options);
  }

  static unavailable(options?: ErrorOptions): AppError {
    return new AppError(
      'unavailable',
      'This part of the service is not answering. Please try again in a moment.',
      options,
    );
  }
}

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
  if (isStoreAway(error)) return AppError.unavailable({ cause: error });
  return new AppError('internal', 'The server could not finish this. Please try again.', { cause: error });
}

/** Searches the chain of causes for the errors of the operating system and of SQLite. */
function isStorageFull(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    if ('code' in cause && cause.code === 'ENOSPC') return true;
    if (cause.message === 'database or disk is full') return true;
  }
  return false;
}
