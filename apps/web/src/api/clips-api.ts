import type { ClipBody } from '@vault/contracts';
import { userApi } from './user-api.ts';

/** Longer than the server takes to say that it cuts, or that it does not. */
const deadlineMs = 60_000;

/** Files cut out of the signed-in user's own videos. */
export const clipsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** Answers where the clip will be; it is not made yet. The same span is the same clip. */
    cutClip: build.mutation<string, ClipBody>({
      query: (body) => ({ url: '/muxupload/video-cut', method: 'POST', body, timeout: deadlineMs }),
    }),
  }),
});
