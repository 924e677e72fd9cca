import type { ErrorCode } from '@vault/contracts';

/** A failure with a code from the one list and a sentence the person at the other end can act on. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
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
  return new AppError('internal', 'The server could not finish this. Please try again.', { cause: error });
}
