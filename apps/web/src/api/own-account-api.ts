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
import { aboutPerson } from './http/workspace-header.ts';

/** One page of the ledger, newest first. */
export interface LedgerPage {
  readonly rows: readonly LedgerRow[];
  /** Number of all rows. */
  readonly total: number;
}

export const ledgerPageSize = 20;

/** The signed-in user's own account, whichever workspace the tab shows. */
export const ownAccountApi = userApi
  .enhanceEndpoints({ addTagTypes: ['Account', 'Sessions', 'Workspace'] })
  .injectEndpoints({
    endpoints: (build) => ({
      account: build.query<AccountRecord, undefined>({
        query: () => ({ url: '/account', headers: aboutPerson, cache: 'no-store' }),
        providesTags: ['Account'],
      }),

      /** The answer contains the changed account, which replaces the cached one. */
      editAccount: build.mutation<AccountRecord, AccountBody>({
        query: (body) => ({ url: '/account', headers: aboutPerson, method: 'PATCH', body }),
        onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
          const answer = await queryFulfilled.catch(() => null);
          if (answer) await dispatch(ownAccountApi.util.upsertQueryData('account', undefined, answer.data));
        },
      }),

      ledger: build.query<LedgerPage, number>({
        query: (page) => ({
          url: '/account/ledger',
          headers: aboutPerson,
          params: { page, limit: ledgerPageSize },
          cache: 'no-store',
        }),
        transformResponse: (rows: LedgerRow[], meta) => ({ rows, total: totalOf(meta) ?? rows.length }),
      }),

      sessions: build.query<readonly AccountSession[], undefined>({
        query: () => ({ url: '/account/sessions', headers: aboutPerson, cache: 'no-store' }),
        providesTags: ['Sessions'],
      }),

      endAccountSession: build.mutation<unknown, string>({
        query: (id) => ({
          url: `/account/sessions/${encodeURIComponent(id)}`,
          headers: aboutPerson,
          method: 'DELETE',
        }),
        invalidatesTags: ['Sessions'],
      }),

      endOtherSessions: build.mutation<unknown, undefined>({
        query: () => ({ url: '/account/sessions', headers: aboutPerson, method: 'DELETE' }),
        invalidatesTags: ['Sessions'],
      }),

      changePassword: build.mutation<string, ChangePasswordBody>({
        query: (body) => ({ url: '/account/password', headers: aboutPerson, method: 'POST', body }),
        transformResponse: (_data, meta) => messageOf(meta),
        invalidatesTags: (_result, error) => (error ? [] : ['Sessions']),
      }),

      /** Returns the server's message. */
      changeEmail: build.mutation<string, ChangeEmailBody>({
        query: (body) => ({ url: '/account/email', headers: aboutPerson, method: 'POST', body }),
        transformResponse: (_data, meta) => messageOf(meta),
      }),

      /** Asks for another plan of the own workspace, or of the one that the tab shows. */
      requestUpgrade: build.mutation<string, 'own' | 'shown'>({
        query: (workspace) => ({
          url: '/account/upgrade-request',
          headers: workspace === 'own' ? aboutPerson : {},
          method: 'POST',
        }),
        transformResponse: (_data, meta) => messageOf(meta),
        invalidatesTags: (_result, error) => (error ? [] : ['Account', 'Workspace']),
      }),

      /** What an archive with recordings and clips would contain. */
      exportEstimate: build.query<ExportEstimate, undefined>({
        query: () => ({ url: '/account/export/estimate', headers: aboutPerson, cache: 'no-store' }),
      }),

      /** A ticket for one download: a link cannot send the token of the session. */
      createExportTicket: build.mutation<DownloadTicket, undefined>({
        query: () => ({ url: '/account/export/ticket', headers: aboutPerson, method: 'POST' }),
      }),

      deleteAccount: build.mutation<string, DeleteAccountBody>({
        query: (body) => ({ url: '/account', headers: aboutPerson, method: 'DELETE', body }),
        transformResponse: (_data, meta) => messageOf(meta),
      }),

      /** Number of videos in the library; null when unknown. */
      countVideos: build.query<number | null, undefined>({
        query: () => ({
          url: '/muxvideos',
          headers: aboutPerson,
          params: { page: 1, limit: 1, view: 'card' },
          cache: 'no-store',
        }),
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
