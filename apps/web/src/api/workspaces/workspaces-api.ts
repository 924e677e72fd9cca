import type { WorkspaceItem, WorkspaceRecord } from '@vault/contracts';
import { aboutPerson } from '../http/workspace-header.ts';
import { useTeam } from '../session/workspace.ts';
import { userApi } from '../user-api.ts';

/** The workspaces of the user, and the one that this tab shows. */
export const workspacesApi = userApi
  .enhanceEndpoints({ addTagTypes: ['Workspaces', 'Workspace'] })
  .injectEndpoints({
    endpoints: (build) => ({
      /** The own one first, then the teams. */
      workspaces: build.query<readonly WorkspaceItem[], undefined>({
        query: () => ({ url: '/workspaces', headers: aboutPerson }),
        providesTags: ['Workspaces'],
      }),
      workspace: build.query<WorkspaceRecord, undefined>({
        query: () => ({ url: '/workspace', cache: 'no-store' }),
        providesTags: ['Workspace'],
      }),
      createTeam: build.mutation<WorkspaceItem, string>({
        query: (name) => ({ url: '/workspaces', method: 'POST', body: { name }, headers: aboutPerson }),
        invalidatesTags: (_team, error) => (error ? [] : ['Workspaces']),
      }),
      /** Of a team that an owner has closed. */
      restoreTeam: build.mutation<WorkspaceItem, string>({
        query: (id) => ({
          url: `/workspaces/${encodeURIComponent(id)}/restore`,
          method: 'POST',
          headers: aboutPerson,
        }),
        invalidatesTags: ['Workspaces'],
      }),
      workspaceOfVideo: build.query<WorkspaceItem, string>({
        query: (id) => ({ url: `/workspaces/of-video/${encodeURIComponent(id)}`, headers: aboutPerson }),
        keepUnusedDataFor: 0,
      }),
    }),
  });

export const { useWorkspacesQuery, useCreateTeamMutation, useRestoreTeamMutation } = workspacesApi;

/** The teams of the user, also those that they have closed; none while they are not known. */
export function useTeams(): readonly WorkspaceItem[] {
  const { data = [] } = useWorkspacesQuery(undefined, { refetchOnFocus: true });
  return data.filter(({ kind }) => kind === 'team');
}

/** The team that this tab shows, with its plan; undefined until it is known, and in the own workspace. */
export function useTeamRecord(): WorkspaceRecord | undefined {
  const isTeam = useTeam() !== null;
  const { currentData } = workspacesApi.endpoints.workspace.useQuery(undefined, {
    skip: !isTeam,
    refetchOnMountOrArgChange: true,
  });
  return currentData;
}
