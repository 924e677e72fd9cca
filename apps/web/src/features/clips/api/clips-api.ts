import type { ClipBody, ClipList, ClipRecord, MakeClipBody, Transcript } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import { userApi } from '../../../api/user-api.ts';
import type { TimeRange } from '../../../components/player/moment-actions.ts';
import { cuesOf } from '../../../lib/video/cues-of.ts';

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

    /** The lines of a span, at most ten minutes, with the times of their words where these are known. */
    timedLines: build.query<Cue[], TimeRange & { videoId: string }>({
      query: ({ videoId, from, to }) => ({
        url: `/muxvideos/${encodeURIComponent(videoId)}/transcript`,
        params: { from, to },
        cache: 'no-store',
      }),
      transformResponse: ({ vtt }: Transcript) => cuesOf(vtt) ?? [],
      // The words may be corrected.
      keepUnusedDataFor: 0,
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

export const { useClipsOfVideoQuery, useTimedLinesQuery, useMakeClipMutation, useDeleteClipMutation } =
  clipsApi;
