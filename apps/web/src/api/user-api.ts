import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn, FetchArgs, FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { correlationHeader, newCorrelationId } from './correlation.ts';
import { readUserSession } from './user-session.ts';

/** JSON when it is JSON, else the text as it came: `Unauthorized` and `Forbidden` are bare words. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const transport = fetchBaseQuery({
  baseUrl: '/api',
  responseHandler: readBody,
  prepareHeaders: (headers) => {
    const token = readUserSession()?.token;
    if (token) headers.set('authorization', `Bearer ${token}`);
    headers.set(correlationHeader, newCorrelationId());
    return headers;
  },
});

/** Takes `data` out of the envelope, and treats `status: 'error'` as a failure whatever the HTTP status was. */
const envelopeQuery: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError> = async (
  args,
  api,
  extra,
) => {
  const result = await transport(args, api, extra);
  if (result.error) return result;
  const envelope = result.data as { status?: string; data?: unknown } | null;
  if (envelope?.status !== 'success') return { error: { status: 400, data: result.data } };
  return { data: envelope.data ?? null, meta: result.meta };
};

/** The signed-in user's calls. Empty here: endpoints are injected where they are used. */
export const userApi = createApi({
  reducerPath: 'userApi',
  baseQuery: envelopeQuery,
  tagTypes: ['Library', 'Allowance'],
  endpoints: () => ({}),
});
