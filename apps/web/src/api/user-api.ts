import { createApi } from '@reduxjs/toolkit/query/react';
import type { CurrentUser } from '@vault/contracts';
import { envelopeQuery } from './http/envelope-query.ts';
import { aboutPerson } from './http/workspace-header.ts';
import { readUserSession } from './session/user-session.ts';
import { readWorkspaceId } from './session/workspace.ts';

/** The API of the signed-in user. The other modules inject its endpoints. */
export const userApi = createApi({
  reducerPath: 'userApi',
  baseQuery: envelopeQuery(readUserSession, { readWorkspace: readWorkspaceId }),
  tagTypes: ['Library', 'Allowance', 'LibraryJob'],
  endpoints: () => ({}),
});

/** Whether the stored session is still valid. */
export const accountApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    checkSession: build.query<CurrentUser | null, undefined>({
      query: () => ({ url: '/auth/check', method: 'POST', body: {}, headers: aboutPerson }),
    }),
  }),
});

export const { useCheckSessionQuery } = accountApi;
