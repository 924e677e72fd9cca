import type { SearchAnswer } from '@vault/contracts';
import { userApi } from './user-api.ts';

/** Longer than any search takes; after it the box is given back. */
const deadlineMs = 30_000;

/** The search over the whole library. */
export const searchApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** No cached query: every search is asked anew, and each can be given up by itself. */
    searchLibrary: build.mutation<SearchAnswer, string>({
      query: (keyword) => ({ url: '/search', params: { keyword }, timeout: deadlineMs }),
    }),
  }),
});

export const { useSearchLibraryMutation } = searchApi;
