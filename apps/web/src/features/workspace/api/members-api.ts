import type { InvitedRow, MemberList, Role, WorkspaceRecord } from '@vault/contracts';
import { userApi } from '../../../api/user-api.ts';
import { workspacesApi } from '../../../api/workspaces/workspaces-api.ts';

/** People to invite. */
interface Invitation {
  readonly emails: readonly string[];
  readonly role: Role;
  /** Plain text for the mail. */
  readonly note: string;
}

interface TeamChange {
  readonly name: string;
  readonly publishers: WorkspaceRecord['publishers'];
  /** Of the record that was changed. */
  readonly version: number;
}

/** The team that this tab shows, and its members. */
export const membersApi = userApi
  .enhanceEndpoints({ addTagTypes: ['Workspaces', 'Workspace', 'Members'] })
  .injectEndpoints({
    endpoints: (build) => ({
      /** The answer replaces the cached team. */
      editTeam: build.mutation<WorkspaceRecord, TeamChange>({
        query: (body) => ({ url: '/workspace', method: 'PATCH', body }),
        onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
          const answer = await queryFulfilled.catch(() => null);
          if (answer) await dispatch(workspacesApi.util.upsertQueryData('workspace', undefined, answer.data));
        },
        invalidatesTags: (_team, error) => (error ? ['Workspace'] : ['Workspaces']),
      }),
      /** A picture in base64; null removes it. */
      setTeamPicture: build.mutation<unknown, string | null>({
        query: (image) => ({ url: '/workspace/picture', method: 'POST', body: { image } }),
        invalidatesTags: ['Workspaces'],
      }),
      /** Closes the team; a call that reads it would be refused now. */
      deleteTeam: build.mutation<unknown, string>({
        query: (name) => ({ url: '/workspace', method: 'DELETE', body: { name } }),
      }),
      members: build.query<MemberList, undefined>({
        query: () => ({ url: '/workspace/members', cache: 'no-store' }),
        providesTags: ['Members'],
      }),
      setRole: build.mutation<unknown, { readonly id: string; readonly role: Role }>({
        query: ({ id, role }) => ({
          url: `/workspace/members/${encodeURIComponent(id)}`,
          method: 'PATCH',
          body: { role },
        }),
        invalidatesTags: ['Members', 'Workspaces', 'Workspace'],
      }),
      /** Also of oneself, who leaves the team. */
      removeMember: build.mutation<unknown, string>({
        query: (id) => ({ url: `/workspace/members/${encodeURIComponent(id)}`, method: 'DELETE' }),
        invalidatesTags: ['Members', 'Workspace'],
      }),
      invite: build.mutation<readonly InvitedRow[], Invitation>({
        query: (body) => ({ url: '/workspace/invitations', method: 'POST', body }),
        invalidatesTags: ['Members'],
      }),
      withdraw: build.mutation<unknown, string>({
        query: (id) => ({ url: `/workspace/invitations/${encodeURIComponent(id)}`, method: 'DELETE' }),
        invalidatesTags: ['Members'],
      }),
    }),
  });

export const {
  useEditTeamMutation,
  useSetTeamPictureMutation,
  useDeleteTeamMutation,
  useMembersQuery,
  useSetRoleMutation,
  useRemoveMemberMutation,
  useInviteMutation,
  useWithdrawMutation,
} = membersApi;
