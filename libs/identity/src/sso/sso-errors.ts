import { AppError } from '@vault/base';
import { errors } from 'jose';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** The settings of a provider cannot be used. The sentence is for whoever set the provider up. */
export class UnusableSettings extends AppError {
  constructor(sentence: string, options?: ErrorOptions) {
    super('invalid-input', sentence, options);
  }
}

/** A request got no answer; the cause is the error of `SendRequest`. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** What is checked of the answer of a provider, in the order in which it is shown. */
export const answerParts = ['issuer', 'audience', 'nonce', 'signature', 'time'] as const;
export type AnswerPart = (typeof answerParts)[number];
/** Whether a part of an answer is right; absent when it was not checked. */
export type AnswerChecks = Readonly<Partial<Record<AnswerPart, boolean>>>;

/** The answer of a provider that is not valid. What it says of the parts has nothing that the provider wrote. */
export class InvalidAnswer extends AppError {
  constructor(
    cause: Error,
    readonly checks: AnswerChecks = {},
  ) {
    super('forbidden', 'The answer of the provider is not valid. Start again.', { cause });
  }
}

const awayCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
];
const unknownKeyCodes = [
  'OAUTH_KEY_SELECTION_FAILED',
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
];
const awayErrors = ['temporarily_unavailable', 'server_error'];
/** What a provider answers about everybody. */
const errorsOfAll = [...awayErrors, 'invalid_client', 'unauthorized_client'];

/** For whoever sets the provider up: also why an address may not be called. */
export function toSettingsError(error: unknown): AppError {
  if (error instanceof UnusableSettings) return error;
  const cause = noAnswerIn(error)?.cause;
  if (AppError.is(cause, 'invalid-input', 'conflict')) return cause;
  const host = unknownHostIn(cause);
  if (host === undefined) return toAway(error);
  return new UnusableSettings(`There is no server named ${host}. Check the issuer.`, {
    cause: summaryOf(error),
  });
}

/**
 * The error of a sign-in. It has nothing that the provider wrote: neither its description nor claims.
 * @param checks of an answer that is not valid
 */
export function toSignInError(error: unknown, checks: AnswerChecks = {}): AppError {
  if (error instanceof UnusableSettings)
    return new AppError('conflict', 'The settings of the provider cannot be used. Ask an admin.', {
      cause: error,
    });
  if (error instanceof AppError) return error;
  if (noAnswerIn(error) || awayCodes.includes(codeOf(error))) return toAway(error);
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    if (awayErrors.includes(error.error)) return toAway(error);
    if (isInvalidGrant(error)) return tookTooLong(summaryOf(error));
    return new AppError('forbidden', 'The provider did not accept the sign-in.', { cause: summaryOf(error) });
  }
  return new InvalidAnswer(summaryOf(error), checks);
}

/** The error of a sign-out that a provider sends; without a word of its token. */
export function toLogoutError(error: unknown): AppError {
  if (error instanceof UnusableSettings || noAnswerIn(error)) return toAway(error);
  return error instanceof AppError ? error : invalidLogout(summaryOf(error));
}

export function invalidLogout(cause: Error): AppError {
  return new AppError('invalid-input', 'This is not a sign-out of the provider.', { cause });
}

/** The code of a sign-in is used, over, or of another attempt; or the refresh token has ended. */
export function isInvalidGrant(error: unknown): boolean {
  return error instanceof ResponseBodyError && error.error === 'invalid_grant';
}

/** The keys of the provider that are known here have not the one that signed. */
export function isKeyUnknown(error: unknown): boolean {
  return unknownKeyCodes.includes(codeOf(error));
}

export function toAway(error: unknown): AppError {
  return new AppError('unavailable', 'The provider cannot be reached. Try again in a minute.', {
    cause: summaryOf(error),
  });
}

/** The error of a refresh. Whoever asks for others too asks on after `conflict`, which is about one person. */
export function toRefreshError(error: unknown): AppError {
  const isOfOne = error instanceof ResponseBodyError && !errorsOfAll.includes(error.error);
  if (!isOfOne) return toAway(error);
  return new AppError('conflict', 'The provider did not accept the refresh.', { cause: summaryOf(error) });
}

export function tookTooLong(cause?: Error): AppError {
  return new AppError('gone', 'The sign-in took too long. Start again.', { cause });
}

/**
 * What may be logged. The errors of the library hold tokens, claims and answers, so that only its own words are kept: of
 * other errors in it, such as of a parser, the message may quote the answer.
 */
function summaryOf(error: unknown): Error {
  const noAnswer = noAnswerIn(error);
  if (noAnswer) return noAnswer.cause instanceof AppError ? noAnswer.cause : new Error(noAnswer.message);
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new Error('unknown');
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    const isName = /^[a-z_]{1,50}$/.test(error.error);
    return new Error(`${error.code}: ${isName ? error.error : 'unknown error'}`);
  }
  if (error instanceof ClientError && error.code?.startsWith('OAUTH_')) {
    const { cause } = error;
    const isOfLibrary = cause instanceof Error && codeOf(cause) === error.code;
    return new Error(`${error.code}: ${isOfLibrary ? cause.message : error.message}`);
  }
  // The words of these errors may quote a header, and they hold the claims.
  if (error instanceof errors.JOSEError)
    return new Error('claim' in error ? `${error.code}: ${String(error.claim)}` : error.code);
  return new Error(error.cause instanceof Error ? `${error.name}: ${error.cause.name}` : error.name);
}

function noAnswerIn(error: unknown): NoAnswer | undefined {
  if (error instanceof NoAnswer) return error;
  return error instanceof Error && error.cause instanceof NoAnswer ? error.cause : undefined;
}

/** The name of the server, if the request failed because the DNS does not have it. */
function unknownHostIn(failure: unknown): string | undefined {
  const cause = failure instanceof Error ? failure.cause : undefined;
  if (codeOf(cause) !== 'ENOTFOUND' || !(cause instanceof Error) || !('hostname' in cause)) return undefined;
  return typeof cause.hostname === 'string' ? cause.hostname : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
