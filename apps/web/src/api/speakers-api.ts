import type { SpeakerList, VideoRecord } from '@vault/contracts';
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
    /** Changes the name of a speaker in one video. Repeated, it changes nothing. */
    renameSpeaker: build.mutation<
      VideoRecord,
      { readonly id: string; readonly from: string; readonly to: string }
    >({
      query: ({ id, ...body }) => ({
        url: `/muxvideos/${encodeURIComponent(id)}/transcript/rename-speaker`,
        method: 'POST',
        body,
        timeout: timeoutMs,
      }),
    }),
  }),
});

export const { useLibrarySpeakersQuery } = speakersApi;
export const { renameSpeaker } = speakersApi.endpoints;
