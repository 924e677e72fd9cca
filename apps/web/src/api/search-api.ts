import type { SearchAnswer } from '@vault/contracts';
import { userApi } from './user-api.ts';

/** Request timeout, longer than any search takes. After it the search box can be used again. */
const deadlineMs = 30_000;

/** The search over the whole library. */
export const searchApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** A mutation, because results are never cached and each search can be aborted separately. */
    searchLibrary: build.mutation<SearchAnswer, string>({
      query: (keyword) => ({ url: '/search', params: { keyword }, timeout: deadlineMs }),
    }),
  }),
});

export const { useSearchLibraryMutation } = searchApi;
