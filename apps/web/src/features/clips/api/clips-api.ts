import type { ClipBody, ClipList, ClipRecord, MakeClipBody } from '@vault/contracts';
import { userApi } from '../../../api/user-api.ts';

/** Longer than the server takes to accept or refuse a clip. */
const deadlineMs = 60_000;

const clipsOf = (videoId: string) => `/muxvideos/${encodeURIComponent(videoId)}/clips`;

/** Clips of the signed-in user's own videos. */
export const clipsApi = userApi.enhanceEndpoints({ addTagTypes: ['Clips'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Returns the address that the clip will have; the clip does not exist yet. Equal spans give the same address. */
    cutClip: build.mutation<string, ClipBody>({
      query: (body) => ({ url: '/muxupload/video-cut', method: 'POST', body, timeout: deadlineMs }),
      invalidatesTags: (_link, error) => (error ? [] : ['Clips']),
    }),

    /** The clips of a video, and what its deployment can make. */
    clipsOfVideo: build.query<ClipList, string>({
      query: (videoId) => ({ url: clipsOf(videoId), cache: 'no-store' }),
      providesTags: ['Clips'],
    }),

    /** Equal requests are the same clip; a failed one is made again. */
    makeClip: build.mutation<ClipRecord, MakeClipBody & { videoId: string }>({
      query: ({ videoId, ...body }) => ({
        url: clipsOf(videoId),
        method: 'POST',
        body,
        timeout: deadlineMs,
      }),
      invalidatesTags: (_clip, error) => (error ? [] : ['Clips']),
    }),

    deleteClip: build.mutation<unknown, { videoId: string; clipId: string }>({
      query: ({ videoId, clipId }) => ({ url: `${clipsOf(videoId)}/${clipId}`, method: 'DELETE' }),
      invalidatesTags: ['Clips'],
    }),
  }),
});

export const { useClipsOfVideoQuery, useMakeClipMutation, useDeleteClipMutation } = clipsApi;
