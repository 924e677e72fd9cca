import { fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn, FetchArgs, FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { correlationHeader, newCorrelationId } from './correlation.ts';

/** What stands beside `data` in an answer. */
export interface AnswerMeta {
  readonly envelope: Readonly<Record<string, unknown>>;
  /** When the request was sent, in milliseconds of this page's life. */
  readonly sentAt: number;
  /** With which token a refused call was made. */
  readonly token?: string;
}

export type EnvelopeQuery = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, object, AnswerMeta>;

/** JSON when it is JSON, else the text as it came: `Unauthorized` and `Forbidden` are bare words. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * Calls made with the token of whoever is signed in. Takes `data` out of the envelope, keeps the rest as `meta`, and
 * treats `status: 'error'` as a failure whatever the HTTP status was.
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
  return async (args, api, extra) => {
    const token = readSession()?.token;
    const sentAt = performance.now();
    const result = await transport(args, api, extra);
    if (result.error) return { error: result.error, meta: { envelope: {}, sentAt, token } };
    const envelope = result.data as (AnswerMeta['envelope'] & { status?: string; data?: unknown }) | null;
    if (envelope?.status !== 'success') return { error: { status: 400, data: result.data } };
    return { data: envelope.data ?? null, meta: { envelope, sentAt } };
  };
}
