import { createApi } from '@reduxjs/toolkit/query/react';
import { envelopeQuery } from './envelope-query.ts';
import { readUserSession } from './user-session.ts';

/** The signed-in user's calls. Empty here: endpoints are injected where they are used. */
export const userApi = createApi({
  reducerPath: 'userApi',
  baseQuery: envelopeQuery(readUserSession),
  tagTypes: ['Library', 'Allowance'],
  endpoints: () => ({}),
});
