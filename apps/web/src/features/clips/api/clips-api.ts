import type { ClipBody } from '@vault/contracts';
import { userApi } from '../../../api/user-api.ts';

/** Longer than the server takes to accept or refuse a clip. */
const deadlineMs = 60_000;

/** Clips of the signed-in user's own videos. */
export const clipsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** Returns the address that the clip will have; the clip does not exist yet. Equal spans give the same address. */
    cutClip: build.mutation<string, ClipBody>({
      query: (body) => ({ url: '/muxupload/video-cut', method: 'POST', body, timeout: deadlineMs }),
    }),
  }),
});
