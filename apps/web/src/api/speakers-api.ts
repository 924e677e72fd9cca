import type { SpeakerList } from '@vault/contracts';
import { userApi } from './user-api.ts';

/** A speaker of the library. */
export type LibrarySpeaker = SpeakerList['speakers'][number];

const timeoutMs = 30_000;

const speakersApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** The speakers of all videos, those with most lines first. */
    librarySpeakers: build.query<readonly LibrarySpeaker[], undefined>({
      query: () => ({ url: '/search/speakers', cache: 'no-store', timeout: timeoutMs }),
      transformResponse: ({ speakers }: SpeakerList) => speakers,
    }),
  }),
});

export const { useLibrarySpeakersQuery } = speakersApi;
