import type { CurrentUser } from '@vault/contracts';
import { userApi } from './user-api.ts';

/** Whether the stored session is still valid. */
export const accountApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    checkSession: build.query<CurrentUser | null, undefined>({
      query: () => ({ url: '/auth/check', method: 'POST', body: {} }),
    }),
  }),
});

export const { useCheckSessionQuery } = accountApi;
