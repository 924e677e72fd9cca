import { createApi } from '@reduxjs/toolkit/query/react';
import { envelopeQuery } from './http/envelope-query.ts';
import { readUserSession } from './session/user-session.ts';

/** The API of the signed-in user. The other modules inject its endpoints. */
export const userApi = createApi({
  reducerPath: 'userApi',
  baseQuery: envelopeQuery(readUserSession),
  tagTypes: ['Library', 'Allowance'],
  endpoints: () => ({}),
});
