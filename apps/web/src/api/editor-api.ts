import type { Chapter, Operation, UpdateQuoteBody, UpdateSearchBody, VideoRecord } from '@vault/contracts';
import type { AnswerMeta } from './envelope-query.ts';
import { withKnownChapters } from './known-chapters.ts';
import { replaceInLibrary } from './library-api.ts';
import { userApi } from './user-api.ts';
import { videosApi } from './videos-api.ts';

/** The chapters as they shall be, and what was there when they were edited. */
export interface ChaptersSave {
  /** The session id of the upload, which is the video's `id`. */
  readonly passthrough: string;
  /** The full list. */
  readonly chapters?: readonly Chapter[];
  /** Of the record that was edited. When its chapters have changed since, nothing is saved and the answer is 409. */
  readonly version?: number;
  /** What searches are given as the summary; empty takes it back to the summary itself. */
  readonly searchSummary?: string;
}

/** The video after something was asked to be written for it, and how that went: it may still be running. */
export interface Written {
  readonly record: VideoRecord;
  readonly operation: Operation;
}

function toWritten(record: VideoRecord, meta: AnswerMeta | undefined): Written {
  const operation = meta?.envelope['operation'] as Operation | undefined;
  if (!operation) return { record, operation: doneWithoutTrace };
  const text = (name: string, otherwise: string) => {
    const value = meta?.envelope[name];
    return typeof value === 'string' && value !== '' ? value : otherwise;
  };
  return {
    record,
    operation: {
      ...operation,
      system_message: text('system_message', operation.system_message),
      user_message: text('user_message', operation.user_message),
    },
  };
}

/** What an answer stands for that does not tell about an operation: it came, so it is done. */
const doneWithoutTrace: Operation = {
  id: '',
  kind: 'chapters',
  state: 'done',
  progress: 100,
  chapterStart: null,
  msg: '',
  system_message: '',
  user_message: '',
  result: '',
};

/** After so many milliseconds there will be no answer. A writing call is held open by the server for 25 s at most. */
const askMs = 15_000;
const saveMs = 30_000;
const writeMs = 40_000;

const url = (path: string) => `/muxupload/${path}`;

/** What the editor of chapters asks for. Every record that is answered takes the place of the cached one. */
export const editorApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    saveChapters: build.mutation<VideoRecord, ChaptersSave>({
      query: (body) => ({ url: url('save'), method: 'PATCH', body, timeout: saveMs }),
      onQueryStarted: keepAnswer,
    }),

    updateQuotes: build.mutation<Written, UpdateQuoteBody>({
      query: (body) => ({ url: url('update-quote'), method: 'POST', body, timeout: writeMs }),
      transformResponse: toWritten,
      onQueryStarted: keepWritten,
    }),

    updateSearch: build.mutation<Written, UpdateSearchBody>({
      query: (body) => ({ url: url('update-search'), method: 'POST', body, timeout: writeMs }),
      transformResponse: toWritten,
      onQueryStarted: keepWritten,
    }),

    /** New chapters for the whole video. */
    writeChapters: build.mutation<Written, string>({
      query: (passthrough) => ({
        url: url('re-generate-chapter'),
        method: 'POST',
        body: { passthrough },
        timeout: writeMs,
      }),
      transformResponse: toWritten,
      onQueryStarted: keepWritten,
    }),

    writeSummary: build.mutation<Written, string>({
      query: (passthrough) => ({
        url: url('generate-summary'),
        method: 'POST',
        body: { passthrough },
        timeout: writeMs,
      }),
      transformResponse: toWritten,
      onQueryStarted: keepWritten,
    }),

    /** How something that was asked for goes. Never cached: it is asked for while it changes. */
    operation: build.mutation<Operation, string>({
      query: (id) => ({
        url: url(`operations/${encodeURIComponent(id)}`),
        cache: 'no-store',
        timeout: askMs,
      }),
    }),

    /** The record as it is now, for who must know before going on. */
    freshVideo: build.mutation<VideoRecord, string>({
      query: (id) => ({
        url: `/muxvideos/asset/${encodeURIComponent(id)}`,
        cache: 'no-store',
        timeout: askMs,
      }),
      onQueryStarted: keepAnswer,
    }),
  }),
});

/** What takes the changes of cached copies. */
interface Cache {
  dispatch(action: unknown): unknown;
}

/** Puts a fresh record in the place of every cached copy, whichever of its ids the page asked by. */
function keepRecord(cache: Cache, record: VideoRecord): void {
  for (const id of new Set([record.id, record.uploadId, record.assetId]))
    cache.dispatch(
      videosApi.util.updateQueryData('video', id, (cached) => {
        const fresh = withKnownChapters(record, cached);
        return fresh.version < cached.version ? cached : fresh;
      }),
    );
  cache.dispatch(replaceInLibrary(record));
}

async function keepAnswer(_body: unknown, api: Cache & { queryFulfilled: Promise<{ data: VideoRecord }> }) {
  const answer = await api.queryFulfilled.catch(() => null);
  if (answer) keepRecord(api, answer.data);
}

/** What a writing call does beside its answer. */
async function keepWritten(_body: unknown, api: Cache & { queryFulfilled: Promise<{ data: Written }> }) {
  const answer = await api.queryFulfilled.catch(() => null);
  if (answer) keepRecord(api, answer.data.record);
}

export const { useSaveChaptersMutation, useFreshVideoMutation } = editorApi;
