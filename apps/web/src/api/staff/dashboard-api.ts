import type { Dashboard } from '@vault/contracts';
import { staffApi } from './staff-api.ts';

export const dashboardApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    /** What needs attention. */
    dashboard: build.query<Dashboard, undefined>({
      query: () => '/admin/dashboard',
      providesTags: ['Dashboard'],
    }),
  }),
});

export const { useDashboardQuery } = dashboardApi;
