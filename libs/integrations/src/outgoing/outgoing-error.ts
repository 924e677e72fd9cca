import { AppError } from '@vault/base';

/** The certificate of a server is for another name, has expired, or is from an authority that nobody knows. */
export class UntrustedCertificate extends Error {
  override readonly name = 'UntrustedCertificate';
}

const tooLarge = ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'UND_ERR_HEADERS_OVERFLOW'];

/**
 * The sentence for whoever typed the address. It never has what the name resolved to, which is the cause's.
 * @param signal of the call
 */
export function toOutgoingError(cause: unknown, signal: AbortSignal): AppError {
  if (cause instanceof AppError) return cause;
  if (signal.aborted) {
    const { reason } = signal as { reason: unknown };
    return reason instanceof AppError ? reason : unavailable('It did not answer in time.', cause);
  }
  if (cause instanceof UntrustedCertificate) return unavailable('Its certificate is not trusted.', cause);
  const code = codeOf(cause);
  if (tooLarge.includes(code)) return new AppError('conflict', 'Its answer is too large.', { cause });
  if (code === 'UND_ERR_INVALID_ARG')
    return new AppError('invalid-input', 'A header of the request cannot be sent.', { cause });
  // Its own error has the bytes of the answer, and causes are logged.
  if (cause instanceof Error && cause.name === 'HTTPParserError')
    return unavailable('Its answer cannot be read.', new Error(cause.message));
  return unavailable('The address cannot be reached.', cause);
}

function unavailable(sentence: string, cause: unknown): AppError {
  return new AppError('unavailable', sentence, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
