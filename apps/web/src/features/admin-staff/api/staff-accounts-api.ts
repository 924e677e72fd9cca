import type { AddStaffBody, EditStaffBody, StaffAccount } from '@vault/contracts';
import { staffApi } from '../../../api/staff/staff-api.ts';

const at = (id: string) => `/admin/staff/${encodeURIComponent(id)}`;
const changed = ['Staff', 'Member', 'Audit'] as const;

/** Staff accounts. Only owners may use these calls. */
export const staffAccountsApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listStaff: build.query<readonly StaffAccount[], undefined>({
      query: () => '/admin/staff',
      providesTags: ['Staff'],
    }),

    addStaff: build.mutation<StaffAccount, AddStaffBody>({
      query: (body) => ({ url: '/admin/staff', method: 'POST', body }),
      invalidatesTags: (_result, error) => (error ? [] : changed),
    }),

    editStaff: build.mutation<StaffAccount, { id: string; body: EditStaffBody }>({
      query: ({ id, body }) => ({ url: at(id), method: 'POST', body }),
      invalidatesTags: (_result, error) => (error ? [] : changed),
    }),

    removeStaff: build.mutation<unknown, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      invalidatesTags: (_result, error) => (error ? [] : changed),
    }),
  }),
});

export const { useListStaffQuery, useAddStaffMutation, useEditStaffMutation, useRemoveStaffMutation } =
  staffAccountsApi;
