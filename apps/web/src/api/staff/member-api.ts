import type { ChangePasswordBody, StaffMember } from '@vault/contracts';
import { sentenceOf } from './list-page.ts';
import { staffApi } from './staff-api.ts';

/** The own session of whoever is signed in as staff. */
export const memberApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whose token it is. Asked before anything of the admin area is shown. */
    checkStaff: build.query<StaffMember, string>({
      query: () => ({ url: '/admin/check', method: 'POST', body: {}, timeout: 10_000 }),
      providesTags: ['Member'],
    }),

    /** Answers the server's sentence. */
    changeStaffPassword: build.mutation<string, ChangePasswordBody>({
      query: (body) => ({ url: '/admin/password', method: 'POST', body }),
      transformResponse: (_data, meta) => sentenceOf(meta),
      invalidatesTags: ['Audit'],
    }),
  }),
});

export const { useCheckStaffQuery, useChangeStaffPasswordMutation } = memberApi;
