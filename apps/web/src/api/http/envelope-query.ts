import { fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn, FetchArgs, FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { correlationHeader, newCorrelationId } from './correlation.ts';
import { keyHeader, requestKeys } from './request-keys.ts';

/** The fields beside `data` in an answer, and facts about the request. */
export interface AnswerMeta {
  readonly envelope: Readonly<Record<string, unknown>>;
  /** When the request was sent, in milliseconds since the page was opened. */
  readonly sentAt: number;
  /** The token that a failed call was made with. */
  readonly token?: string;
}

/** An answer that the server need not send again while its bytes are the same. */
interface CachedAnswer {
  readonly etag: string;
  readonly data: unknown;
  readonly envelope: AnswerMeta['envelope'];
}

/** Few: only the video on the screen is polled. */
const maxCachedAnswers = 8;

/** The server's message in an answer; empty when there is none. */
export function messageOf(meta: AnswerMeta | undefined): string {
  const msg = meta?.envelope['msg'];
  return typeof msg === 'string' ? msg : '';
}

/** The number of all rows of which an answer has a part; undefined when unknown. */
export function totalOf(meta: AnswerMeta | undefined): number | undefined {
  const total = meta?.envelope['total'];
  return typeof total === 'number' ? total : undefined;
}

export type EnvelopeQuery = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, object, AnswerMeta>;

function withKey(args: string | FetchArgs, key: string): FetchArgs {
  const request = typeof args === 'string' ? { url: args } : args;
  return { ...request, headers: { ...(request.headers as Record<string, string>), [keyHeader]: key } };
}

/** The status of an answer, whose text may not be readable; undefined when there was none. */
function statusOf(error: FetchBaseQueryError | undefined): number | undefined {
  if (!error) return 200;
  if (typeof error.status === 'number') return error.status;
  return error.status === 'PARSING_ERROR' ? error.originalStatus : undefined;
}

/** Parsed JSON, else the text itself: `Unauthorized` and `Forbidden` are sent as plain text. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * Makes calls with the token of the signed-in user. Returns `data` of the envelope and the envelope itself in `meta`;
 * treats `status: 'error'` as a failure whatever the HTTP status is.
 */
export function envelopeQuery(
  readSession: () => { readonly token: string } | null,
  { timeout }: { readonly timeout?: number } = {},
): EnvelopeQuery {
  const transport = fetchBaseQuery({
    baseUrl: '/api',
    timeout,
    responseHandler: readBody,
    prepareHeaders: (headers) => {
      const token = readSession()?.token;
      if (token) headers.set('authorization', `Bearer ${token}`);
      headers.set(correlationHeader, newCorrelationId());
      return headers;
    },
  });
  /** By token and address, the oldest first. Answers are not stored by the browser, because they are personal. */
  const cachedAnswers = new Map<string, CachedAnswer>();
  const remember = (key: string, answer: CachedAnswer) => {
    cachedAnswers.delete(key);
    cachedAnswers.set(key, answer);
    const [oldest] = cachedAnswers.keys();
    if (oldest !== undefined && cachedAnswers.size > maxCachedAnswers) cachedAnswers.delete(oldest);
  };
  return async (args, api, extra) => {
    const token = readSession()?.token;
    const sentAt = performance.now();
    // A bare address is a GET.
    const key = typeof args === 'string' ? `${token ?? ''} ${args}` : undefined;
    const cached = key === undefined ? undefined : cachedAnswers.get(key);
    const request =
      cached && typeof args === 'string' ? { url: args, headers: { 'if-none-match': cached.etag } } : args;
    const result =
      api.type === 'mutation'
        ? await requestKeys.use(
            JSON.stringify(args),
            (chosen) => transport(withKey(args, chosen), api, extra),
            ({ error }) => statusOf(error),
          )
        : await transport(request, api, extra);
    if (cached && result.error?.status === 304)
      return { data: cached.data, meta: { envelope: cached.envelope, sentAt } };
    if (result.error) return { error: result.error, meta: { envelope: {}, sentAt, token } };
    const envelope = result.data as (AnswerMeta['envelope'] & { status?: string; data?: unknown }) | null;
    if (envelope?.status !== 'success') return { error: { status: 400, data: result.data } };
    const data = envelope.data ?? null;
    const etag = result.meta?.response?.headers.get('etag');
    if (key !== undefined && etag) remember(key, { etag, data, envelope });
    return { data, meta: { envelope, sentAt } };
  };
}
