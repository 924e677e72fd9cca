import type { LogStreamBody, LogStreamRecord, WorkspaceLogPage } from '@vault/contracts';
import { readUserSession } from '../../../api/session/user-session.ts';
import { workspaceHeaders } from '../../../api/session/workspace.ts';
import { userApi } from '../../../api/user-api.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';

/** Which entries; what is absent does not matter. */
export interface LogFilter {
  /** The id of a person. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** Epoch seconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The server reads the whole log for it. */
const exportMs = 10 * 60_000;

const auditLogApi = userApi.enhanceEndpoints({ addTagTypes: ['LogStream'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The log of the team that this tab shows, newest first, page by page. */
    auditLog: build.infiniteQuery<WorkspaceLogPage, LogFilter, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/workspace/audit',
        params: { ...queryArg, ...(pageParam !== '' && { before: pageParam }) },
        cache: 'no-store',
      }),
      keepUnusedDataFor: 0,
    }),
    /** Where new entries are sent. */
    logStream: build.query<LogStreamRecord, undefined>({
      query: () => ({ url: '/workspace/audit/stream', cache: 'no-store' }),
      providesTags: ['LogStream'],
    }),
    setLogStream: build.mutation<LogStreamRecord, LogStreamBody>({
      query: (body) => ({ url: '/workspace/audit/stream', method: 'PUT', body }),
      invalidatesTags: (_stream, error) => (error ? [] : ['LogStream']),
    }),
    testLogStream: build.mutation<unknown, undefined>({
      query: () => ({ url: '/workspace/audit/stream/test', method: 'POST' }),
    }),
  }),
});

export const {
  useAuditLogInfiniteQuery,
  useLogStreamQuery,
  useSetLogStreamMutation,
  useTestLogStreamMutation,
} = auditLogApi;

/** The forms in which a log can be downloaded. */
export type LogFormat = 'csv' | 'jsonl';

/** Downloads all entries that fit the filter. @throws when that fails */
export function downloadLog(format: LogFormat, filter: LogFilter): Promise<void> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return saveFile(`/api/workspace/audit.${format}${query && `?${query}`}`, `audit-log.${format}`, {
    token: readUserSession()?.token,
    headers: workspaceHeaders(),
    timeoutMs: exportMs,
  });
}
