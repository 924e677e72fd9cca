import type { CaptionsFileBody, CaptionsRefusal, RecogniseCaptionsBody, VideoRecord } from '@vault/contracts';
import { userApi } from '../../../api/user-api.ts';

/** A large file on a slow connection. */
const uploadTimeoutMs = 60_000;
const commandTimeoutMs = 30_000;

const url = (id: string) => `/muxvideos/${encodeURIComponent(id)}/captions`;

/** The captions of one video. The records in answers have no `vtt`. */
const captionsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    replaceCaptions: build.mutation<
      VideoRecord,
      Required<Pick<CaptionsFileBody, 'text'>> & { readonly id: string }
    >({
      query: ({ id, text }) => ({ url: url(id), method: 'PUT', body: { text }, timeout: uploadTimeoutMs }),
    }),
    restoreCaptions: build.mutation<VideoRecord, string>({
      query: (id) => ({ url: url(id), method: 'DELETE', timeout: commandTimeoutMs }),
    }),
    recogniseCaptions: build.mutation<VideoRecord, RecogniseCaptionsBody & { readonly id: string }>({
      query: ({ id, language }) => {
        return { url: url(id), method: 'POST', body: { language }, timeout: commandTimeoutMs };
      },
    }),
  }),
});

export const { recogniseCaptions, replaceCaptions, restoreCaptions } = captionsApi.endpoints;

/** The wrong lines that a refusal of the server names. */
export function problemsOf(error: unknown): NonNullable<CaptionsRefusal['problems']> {
  const data = (error as { data?: Partial<CaptionsRefusal> | null } | null)?.data;
  return data?.problems ?? [];
}
