import { createApi } from '@reduxjs/toolkit/query/react';
import { envelopeQuery } from '../http/envelope-query.ts';
import { staffSession } from './staff-session.ts';

/** Request timeout. */
const deadlineMs = 30_000;

/** The API of the signed-in staff member. The other modules inject its endpoints. */
export const staffApi = createApi({
  reducerPath: 'staffApi',
  baseQuery: envelopeQuery(staffSession.read, { timeout: deadlineMs }),
  tagTypes: ['Member', 'Employees', 'Teams', 'EmployeeVideos', 'TokenHistory', 'Dashboard', 'Staff', 'Audit'],
  endpoints: () => ({}),
});
