import type { ErrorCode } from '@vault/contracts';
import { isStoreAway } from '../store/is-store-away.ts';

export interface AppErrorOptions extends ErrorOptions {
  /** When another try may succeed, where that is known. */
  readonly retryAfterMs?: number | undefined;
}

/** A failure with a code from the one list and a sentence the person at the other end can act on. */
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

/** What a caller may know of any failure: unknown ones keep their cause for the log, and say nothing of it outside. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isStorageFull(error)) {
    return new AppError(
      'unavailable',
      'The disk of the server is full. Please tell whoever runs it, and try again later.',
      {
        cause: error,
      },
    );
  }
  if (isStoreAway(error)) return AppError.unavailable({ cause: error });
  return new AppError('internal', 'The server could not finish this. Please try again.', { cause: error });
}

/** As the operating system and SQLite say it, wherever in the chain of causes. */
function isStorageFull(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    if ('code' in cause && cause.code === 'ENOSPC') return true;
    if (cause.message === 'database or disk is full') return true;
  }
  return false;
}
