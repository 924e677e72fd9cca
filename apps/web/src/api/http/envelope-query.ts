import { fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn, FetchArgs, FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { correlationHeader, newCorrelationId } from './correlation.ts';
import { keyHeader, requestKeys } from './request-keys.ts';
import { readAnswer } from './read-answer.ts';
import { ownWorkspace, workspaceHeader } from './workspace-header.ts';

/** The fields beside `data` in an answer, and facts about the request. */
export interface AnswerMeta {
  readonly envelope: Readonly<Record<string, unknown>>;
  /** When the request was sent, in milliseconds since the page was opened. */
  readonly sentAt: number;
  /** The token and the workspace that a failed call was made with. */
  readonly token?: string;
  readonly workspace?: string;
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

type HeaderFields = Readonly<Record<string, string>>;

function headersOf(args: string | FetchArgs): HeaderFields {
  return typeof args === 'string' ? {} : ((args.headers ?? {}) as HeaderFields);
}

function withHeaders(args: string | FetchArgs, added: HeaderFields): FetchArgs {
  const request = typeof args === 'string' ? { url: args } : args;
  return { ...request, headers: { ...headersOf(args), ...added } };
}

/** The status of an answer, whose text may not be readable; undefined when there was none. */
function statusOf(error: FetchBaseQueryError | undefined): number | undefined {
  if (!error) return 200;
  if (typeof error.status === 'number') return error.status;
  return error.status === 'PARSING_ERROR' ? error.originalStatus : undefined;
}

interface EnvelopeOptions {
  readonly timeout?: number;
  /** The workspace of calls that do not name one themselves; empty for the own one, which no call names. */
  readonly readWorkspace?: () => string;
}

/**
 * Makes calls with the token of the signed-in user. Returns `data` of the envelope and the envelope itself in `meta`;
 * treats `status: 'error'` as a failure whatever the HTTP status is.
 */
export function envelopeQuery(
  readSession: () => { readonly token: string } | null,
  { timeout, readWorkspace = () => ownWorkspace }: EnvelopeOptions = {},
): EnvelopeQuery {
  const transport = fetchBaseQuery({
    baseUrl: '/api',
    timeout,
    responseHandler: readAnswer,
    prepareHeaders: (headers) => {
      const token = readSession()?.token;
      if (token) headers.set('authorization', `Bearer ${token}`);
      if (!headers.get(workspaceHeader)) headers.delete(workspaceHeader);
      headers.set(correlationHeader, newCorrelationId());
      return headers;
    },
  });
  /** By token, workspace and address, the oldest first. Answers are not stored by the browser, because they are personal. */
  const cachedAnswers = new Map<string, CachedAnswer>();
  const remember = (key: string, answer: CachedAnswer) => {
    cachedAnswers.delete(key);
    cachedAnswers.set(key, answer);
    const [oldest] = cachedAnswers.keys();
    if (oldest !== undefined && cachedAnswers.size > maxCachedAnswers) cachedAnswers.delete(oldest);
  };
  return async (args, api, extra) => {
    const token = readSession()?.token;
    // Read now: the tab may show another one before the call is sent.
    const workspace = headersOf(args)[workspaceHeader] ?? readWorkspace();
    const sentAt = performance.now();
    // A bare address is a GET.
    const key = typeof args === 'string' ? `${token ?? ''} ${workspace} ${args}` : undefined;
    const cached = key === undefined ? undefined : cachedAnswers.get(key);
    const request = withHeaders(args, {
      [workspaceHeader]: workspace,
      ...(cached ? { 'if-none-match': cached.etag } : {}),
    });
    const result =
      api.type === 'mutation'
        ? await requestKeys.use(
            JSON.stringify(request),
            (chosen) => transport(withHeaders(request, { [keyHeader]: chosen }), api, extra),
            ({ error }) => statusOf(error),
          )
        : await transport(request, api, extra);
    if (cached && result.error?.status === 304)
      return { data: cached.data, meta: { envelope: cached.envelope, sentAt } };
    if (result.error) return { error: result.error, meta: { envelope: {}, sentAt, token, workspace } };
    const envelope = result.data as (AnswerMeta['envelope'] & { status?: string; data?: unknown }) | null;
    if (envelope?.status !== 'success') return { error: { status: 400, data: result.data } };
    const data = envelope.data ?? null;
    const etag = result.meta?.response?.headers.get('etag');
    if (key !== undefined && etag) remember(key, { etag, data, envelope });
    return { data, meta: { envelope, sentAt } };
  };
}
