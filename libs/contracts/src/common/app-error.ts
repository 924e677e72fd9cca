import type { ErrorCode } from './error-codes.ts';

export interface AppErrorOptions extends ErrorOptions {
  /** After how long a retry may succeed, if known. */
  readonly retryAfterMs?: number | undefined;
  /** The field of the request to correct, as the client named it. */
  readonly field?: string | undefined;
}

/** A failure with an {@link ErrorCode} and a sentence that the user can act on. */
export class AppError extends Error {
  override readonly name = 'AppError';
  // Not a parameter property: Node also runs the contracts by stripping their types.
  readonly code: ErrorCode;
  readonly retryAfterMs: number | undefined;
  readonly field: string | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
    this.field = options.field;
  }

  /** Whether a thrown value is an error of one of these codes. */
  static is(error: unknown, ...codes: readonly ErrorCode[]): error is AppError {
    return error instanceof AppError && codes.includes(error.code);
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
