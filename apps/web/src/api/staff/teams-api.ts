import type { EditTeamBody, TeamRow } from '@vault/contracts';
import { messageOf } from '../http/envelope-query.ts';
import { listRequest, toListPage } from './list-page.ts';
import type { ListPage, ListQuery } from './list-page.ts';
import { staffApi } from './staff-api.ts';

/** An edit of one team. */
interface TeamEdit {
  readonly id: string;
  readonly body: EditTeamBody;
}

const teamsApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listTeams: build.query<ListPage<TeamRow>, ListQuery>({
      query: (query) => listRequest('/admin/teams', query),
      transformResponse: (rows: TeamRow[], meta) => toListPage(rows, meta),
      providesTags: ['Teams'],
    }),

    /** Returns the server's message. A stale `version` is answered with 409 and the current team under `data`. */
    editTeam: build.mutation<string, TeamEdit>({
      query: ({ id, body }) => ({ url: `/admin/team/${encodeURIComponent(id)}`, method: 'POST', body }),
      transformResponse: (_row, meta) => messageOf(meta),
      invalidatesTags: (_result, error) => (error ? [] : ['Teams', 'Dashboard', 'Audit']),
    }),
  }),
});

export const { useListTeamsQuery, useEditTeamMutation } = teamsApi;
