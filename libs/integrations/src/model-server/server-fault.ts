import { OpenAI } from 'openai';
import { sizeLimitIn, type SizeLimit } from './size-limit.ts';

/**
 * The facts of a failed call. It replaces the SDK's error, which contains the body of the answer: servers repeat keys
 * and transcripts there, and causes of errors are logged.
 */
export class ServerFault extends Error {
  override readonly name = 'ServerFault';

  constructor(
    message: string,
    readonly facts: {
      readonly status?: number;
      readonly code?: string;
      readonly requestId?: string;
      /** The parameter that the server refused. */
      readonly parameter?: string;
      /** What the server says about the size of the request, when that is its complaint. */
      readonly size?: SizeLimit | undefined;
      /** Milliseconds to wait before a retry, as the server requested. */
      readonly retryAfterMs?: number;
      /** The server may still work on the request. */
      readonly hasTimedOut?: boolean;
      /** What came instead of an answer: a web page, or something that cannot be read. */
      readonly instead?: 'page' | 'unreadable';
    } = {},
  ) {
    super(message);
  }

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    const { status, code, instead } = this.facts;
    if (code === 'insufficient_quota' || instead !== undefined || this.isOfRequest) return false;
    if (status === 501 || status === 505) return false;
    return status === undefined || status === 408 || status === 409 || status === 429 || status >= 500;
  }

  /** Whether the server, or what is before it, is away or busy, so that nobody has worked on the request. */
  get isOutage(): boolean {
    return this.isTransient && !this.facts.hasTimedOut && this.facts.status !== 500;
  }

  /** Whether the server refused this request, not every request. */
  get isRefusal(): boolean {
    return [400, 413, 415, 422, 501].includes(this.facts.status ?? 0) || this.isOfRequest;
  }

  /** Some servers answer 500 to what they do not understand. */
  private get isOfRequest(): boolean {
    const { status, size, parameter } = this.facts;
    return status === 500 && (size !== undefined || (parameter !== undefined && parameter !== 'model'));
  }

  /**
   * Why the server refuses every call with these settings, to follow its name in a sentence; undefined when they are not the
   * reason. @param prefix of the names of the settings, such as `OPENAI`
   */
  refusalOf(prefix: string): string | undefined {
    const { status, code, instead, parameter } = this.facts;
    if (instead === 'page') return `answers with a web page (${prefix}_BASE_URL)`;
    if (status === 401) return `refuses the key (${prefix}_API_KEY)`;
    if (status === 403) return `does not let the key use the model (${prefix}_API_KEY, ${prefix}_MODEL)`;
    if (status === 404 || (status === 400 && (parameter === 'model' || code === 'model_not_found')))
      return `does not know the model (${prefix}_MODEL, ${prefix}_BASE_URL)`;
    if (status === 402 || code === 'insufficient_quota')
      return `has no credit left for the key (${prefix}_API_KEY)`;
    return undefined;
  }

  /** What the operator must check or change where {@link refusalOf} knows nothing. @param prefix of the names of the settings, such as `OPENAI` */
  adviceOn(prefix: string): string {
    const { status = 0 } = this.facts;
    if (status >= 300 && status < 400)
      return `its address redirects, which is not followed: set ${prefix}_BASE_URL to the last address, with its /v1`;
    return `the server refuses every request: check ${prefix}_BASE_URL and ${prefix}_MODEL`;
  }
}

/** Converts the error of a call. @param server its name in sentences, such as `language model` */
export function toServerFault(error: unknown, server: string): ServerFault {
  if (error instanceof ServerFault) return error;
  if (error instanceof OpenAI.APIError && error.status !== undefined)
    return ofStatus(error as ApiError, server);
  if (error instanceof SyntaxError)
    return new ServerFault(`The answer of the ${server} cannot be read.`, { instead: 'unreadable' });
  if (isTimeOut(error))
    return new ServerFault(`The ${server} did not answer in time.`, { hasTimedOut: true });
  const code = codeIn(error);
  return new ServerFault(`The ${server} was not reached${code ? ` (${code})` : ''}.`, { code });
}

/** The SDK reports aborts without a reason. Aborts by the caller are handled before, so these are deadlines. */
function isTimeOut(error: unknown): boolean {
  if (error instanceof OpenAI.APIUserAbortError || error instanceof OpenAI.APIConnectionTimeoutError)
    return true;
  return causesOf(error).some((cause) => 'name' in cause && cause.name === 'TimeoutError');
}

type ApiError = InstanceType<typeof OpenAI.APIError<number, Headers, object>>;

function ofStatus({ status, code, param, headers, message, requestID }: ApiError, server: string) {
  return new ServerFault(`The ${server} answered ${String(status)}.`, {
    status,
    code: isName(code) ? code : undefined,
    requestId: isName(requestID) ? requestID : undefined,
    parameter: parameterIn(param ?? '', message),
    size: sizeLimitIn({ status, code: isName(code) ? code : undefined, message }),
    retryAfterMs: retryAfterOf(headers),
  });
}

/** Codes are short names; anything else may be a sentence with private text. */
function isName(code: unknown): code is string {
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code);
}

/** Servers complain in their own words; these say what about. */
const complaints: readonly (readonly [string, RegExp])[] = [
  [
    'system',
    /\bsystem (?:role|message|prompt|instruction)|\brole\b[^\n]{0,60}\bsystem\b|developer instruction|roles must alternate/iu,
  ],
  [
    'model',
    /\b(?:unknown|invalid|no such|unsupported) model\b|\bmodel\b[^\n]{0,100}?\b(?:not (?:found|exist)|unknown)/iu,
  ],
  ['language', /\blanguage (?:code|tag|is|not)\b|\b(?:unsupported|invalid|unknown) language\b|'language'/iu],
];

function parameterIn(param: string, message: string): string | undefined {
  const complaint = `${param} ${message.slice(0, 4_000)}`;
  const named =
    /max_completion_tokens|max_tokens|response_format|timestamp_granularities|json_schema|json_object|guided/iu
      .exec(complaint)?.[0]
      .toLowerCase();
  if (named !== undefined) return named;
  return complaints.find(([name, pattern]) => param === name || pattern.test(complaint))?.[0];
}

function retryAfterOf(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** The first error code in the chain of causes. */
function codeIn(error: unknown): string | undefined {
  return causesOf(error)
    .map((cause) => ('code' in cause ? cause.code : undefined))
    .find(isName);
}

/** An error and its causes, outermost first. */
export function causesOf(error: unknown): object[] {
  const causes: object[] = [];
  for (let cause = error; typeof cause === 'object' && cause !== null && causes.length < 8;) {
    causes.push(cause);
    cause = 'cause' in cause ? cause.cause : undefined;
  }
  return causes;
}
