import { createApi } from '@reduxjs/toolkit/query/react';
import { envelopeQuery } from '../envelope-query.ts';
import { staffSession } from './staff-session.ts';

/** After so many milliseconds there will be no answer. */
const deadlineMs = 30_000;

/** The calls of whoever is signed in as staff. Empty here: endpoints are injected where they are used. */
export const staffApi = createApi({
  reducerPath: 'staffApi',
  baseQuery: envelopeQuery(staffSession.read, { timeout: deadlineMs }),
  tagTypes: ['Member', 'Employees', 'EmployeeVideos', 'TokenHistory', 'Dashboard', 'Staff', 'Audit'],
  endpoints: () => ({}),
});
