import { transcriptChangesLimit } from '@vault/contracts';
import type { EditTranscriptBody, ReviewTranscriptBody, Transcript, VideoRecord } from '@vault/contracts';
import { formatWebVtt } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';
import { patchInLibrary } from './library-api.ts';
import { userApi } from './user-api.ts';
import { patchVideo } from './videos-api.ts';
import type { AppDispatch } from '../store/hooks.ts';

const readTimeoutMs = 15_000;
const saveTimeoutMs = 30_000;
/** The server accepts twice as much. */
const saveBytes = 256 * 1024;

const url = (id: string) => `/muxvideos/${encodeURIComponent(id)}/transcript`;

/** The transcript of one video. The records in answers have no `vtt`. */
const transcriptApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** Not cached: it is read to compare the present words with the recognised ones. */
    transcript: build.mutation<Transcript, string>({
      query: (id) => ({ url: url(id), cache: 'no-store', timeout: readTimeoutMs }),
    }),
    editTranscript: build.mutation<VideoRecord, EditTranscriptBody & { readonly id: string }>({
      query: ({ id, changes }) => ({
        url: url(id),
        method: 'PATCH',
        body: { changes },
        timeout: saveTimeoutMs,
      }),
    }),
    reviewTranscript: build.mutation<VideoRecord, ReviewTranscriptBody & { readonly id: string }>({
      query: ({ id, isReviewed }) => ({
        url: `${url(id)}/review`,
        method: 'PUT',
        body: { isReviewed },
        timeout: saveTimeoutMs,
      }),
    }),
  }),
});

export const { transcript, editTranscript, reviewTranscript } = transcriptApi.endpoints;

/** The first changes that fit in one save; at least one. */
export function firstSave<Change extends object>(changes: readonly Change[]): Change[] {
  const encoder = new TextEncoder();
  let bytes = 0;
  const rest = changes.findIndex((change) => {
    bytes += encoder.encode(JSON.stringify(change)).length;
    return bytes > saveBytes;
  });
  return changes.slice(
    0,
    rest < 0 ? transcriptChangesLimit : Math.min(Math.max(1, rest), transcriptChangesLimit),
  );
}

/** Stores the record that a save answered, with its words, in the cache. */
export const cacheWords = (record: VideoRecord, lines: readonly Cue[]) => (dispatch: AppDispatch) => {
  const vtt = formatWebVtt(lines);
  patchVideo({ dispatch }, record, (cached) =>
    record.version < cached.version ? cached : { ...record, vtt },
  );
  dispatch(cacheCard(record));
};

/** Stores what the library shows of the record that a save answered. */
export const cacheCard = (record: VideoRecord) =>
  patchInLibrary(record.id, (card) => {
    const { chapters, summary, version, transcriptVersion, namesToCheck } = record;
    Object.assign(card, { chapters, summary, version, transcriptVersion, namesToCheck });
  });
