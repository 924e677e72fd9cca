import { skipToken } from '@reduxjs/toolkit/query';
import type { ChangePasswordBody, StaffMember } from '@vault/contracts';
import { staffApi } from './staff-api.ts';
import { staffSession } from './staff-session.ts';
import { messageOf } from '../http/envelope-query.ts';

/** The session of the signed-in staff member. */
export const memberApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    /** The owner of the token. Checked before any page of the admin area is shown. */
    checkStaff: build.query<StaffMember, string>({
      query: () => ({ url: '/admin/check', method: 'POST', body: {}, timeout: 10_000 }),
      providesTags: ['Member'],
    }),

    /** Returns the server's message. */
    changeStaffPassword: build.mutation<string, ChangePasswordBody>({
      query: (body) => ({ url: '/admin/password', method: 'POST', body }),
      transformResponse: (_data, meta) => messageOf(meta),
      invalidatesTags: ['Audit'],
    }),
  }),
});

export const { useCheckStaffQuery, useChangeStaffPasswordMutation } = memberApi;

/** The signed-in staff member, whom the server has verified: see `AdminShell`. */
export function useStaffMember(): StaffMember {
  const { data } = useCheckStaffQuery(staffSession.use()?.token ?? skipToken);
  if (!data) throw new Error('No staff member is signed in.');
  return data;
}
