import type {
  AccountBody,
  AccountRecord,
  AccountSession,
  ChangeEmailBody,
  ChangePasswordBody,
  DeleteAccountBody,
  DownloadTicket,
  ExportEstimate,
  LedgerRow,
} from '@vault/contracts';
import { userApi } from './user-api.ts';
import { messageOf, totalOf } from './http/envelope-query.ts';

/** One page of the ledger, newest first. */
export interface LedgerPage {
  readonly rows: readonly LedgerRow[];
  /** Number of all rows. */
  readonly total: number;
}

export const ledgerPageSize = 20;

/** The signed-in user's own account. */
export const ownAccountApi = userApi
  .enhanceEndpoints({ addTagTypes: ['Account', 'Sessions'] })
  .injectEndpoints({
    endpoints: (build) => ({
      account: build.query<AccountRecord, undefined>({
        query: () => ({ url: '/account', cache: 'no-store' }),
        providesTags: ['Account'],
      }),

      /** The answer contains the changed account, which replaces the cached one. */
      editAccount: build.mutation<AccountRecord, AccountBody>({
        query: (body) => ({ url: '/account', method: 'PATCH', body }),
        onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
          const answer = await queryFulfilled.catch(() => null);
          if (answer) await dispatch(ownAccountApi.util.upsertQueryData('account', undefined, answer.data));
        },
      }),

      ledger: build.query<LedgerPage, number>({
        query: (page) => ({
          url: '/account/ledger',
          params: { page, limit: ledgerPageSize },
          cache: 'no-store',
        }),
        transformResponse: (rows: LedgerRow[], meta) => ({ rows, total: totalOf(meta) ?? rows.length }),
      }),

      sessions: build.query<readonly AccountSession[], undefined>({
        query: () => ({ url: '/account/sessions', cache: 'no-store' }),
        providesTags: ['Sessions'],
      }),

      endAccountSession: build.mutation<unknown, string>({
        query: (id) => ({ url: `/account/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
        invalidatesTags: ['Sessions'],
      }),

      endOtherSessions: build.mutation<unknown, undefined>({
        query: () => ({ url: '/account/sessions', method: 'DELETE' }),
        invalidatesTags: ['Sessions'],
      }),

      changePassword: build.mutation<string, ChangePasswordBody>({
        query: (body) => ({ url: '/account/password', method: 'POST', body }),
        transformResponse: (_data, meta) => messageOf(meta),
        invalidatesTags: (_result, error) => (error ? [] : ['Sessions']),
      }),

      /** Returns the server's message. */
      changeEmail: build.mutation<string, ChangeEmailBody>({
        query: (body) => ({ url: '/account/email', method: 'POST', body }),
        transformResponse: (_data, meta) => messageOf(meta),
      }),

      requestUpgrade: build.mutation<string, undefined>({
        query: () => ({ url: '/account/upgrade-request', method: 'POST' }),
        transformResponse: (_data, meta) => messageOf(meta),
        invalidatesTags: (_result, error) => (error ? [] : ['Account']),
      }),

      /** What an archive with recordings and clips would contain. */
      exportEstimate: build.query<ExportEstimate, undefined>({
        query: () => ({ url: '/account/export/estimate', cache: 'no-store' }),
      }),

      /** A ticket for one download: a link cannot send the token of the session. */
      createExportTicket: build.mutation<DownloadTicket, undefined>({
        query: () => ({ url: '/account/export/ticket', method: 'POST' }),
      }),

      deleteAccount: build.mutation<string, DeleteAccountBody>({
        query: (body) => ({ url: '/account', method: 'DELETE', body }),
        transformResponse: (_data, meta) => messageOf(meta),
      }),

      /** Number of videos in the library; null when unknown. */
      countVideos: build.query<number | null, undefined>({
        query: () => ({ url: '/muxvideos', params: { page: 1, limit: 1, view: 'card' }, cache: 'no-store' }),
        transformResponse: (_videos, meta) => totalOf(meta) ?? null,
      }),
    }),
  });

export const {
  useAccountQuery,
  useEditAccountMutation,
  useLedgerQuery,
  useSessionsQuery,
  useEndAccountSessionMutation,
  useEndOtherSessionsMutation,
  useChangeEmailMutation,
  useChangePasswordMutation,
  useRequestUpgradeMutation,
  useExportEstimateQuery,
  useCreateExportTicketMutation,
  useDeleteAccountMutation,
  useCountVideosQuery,
} = ownAccountApi;
