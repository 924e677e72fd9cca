import type { ChangePasswordBody, StaffMember } from '@vault/contracts';
import { staffApi } from './staff-api.ts';
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
