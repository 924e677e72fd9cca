import type {
  Chapter,
  Operation,
  SavedVersions,
  UpdateQuoteBody,
  UpdateSearchBody,
  VideoRecord,
} from '@vault/contracts';
import type { AnswerMeta } from './http/envelope-query.ts';
import type { AppDispatch } from '../store/hooks.ts';
import { patchInLibrary } from './library-api.ts';
import { userApi } from './user-api.ts';
import { cacheVideo, patchVideo, videosApi } from './videos-api.ts';
import type { Cache } from './videos-api.ts';

/** The chapters to save, and the version that was edited. */
export interface ChaptersSave {
  /** The session id of the upload, which is the video's `id`. */
  readonly passthrough: string;
  /** The full list. */
  readonly chapters?: readonly Chapter[];
  /**
   * Version of the record that was edited. When its chapters have changed since, nothing is saved: the answer is 409.
   */
  readonly version?: number;
  /** The summary that searches use instead of the video's own; empty removes it. */
  readonly searchSummary?: string;
}

/** The video after a generation request, and its operation, which may still be running. */
export interface GenerationResult {
  readonly record: VideoRecord;
  readonly operation: Operation;
}

function toGenerated(record: VideoRecord, meta: AnswerMeta | undefined): GenerationResult {
  const operation = meta?.envelope['operation'] as Operation | undefined;
  if (!operation) return { record, operation: doneOperation };
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

/** Used when an answer has no operation: a successful answer means that the generation is done. */
const doneOperation: Operation = {
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

/** Request timeouts. The server holds a generation request open for at most 25 s. */
const readTimeoutMs = 15_000;
const saveTimeoutMs = 30_000;
const generationTimeoutMs = 40_000;

const url = (path: string) => `/muxupload/${path}`;

/** A request to generate texts. Its answer has the record and the operation. */
const generates = (path: string) => ({
  query: (body: object) => ({ url: url(path), method: 'POST', body, timeout: generationTimeoutMs }),
  transformResponse: toGenerated,
  onQueryStarted: cacheGenerated,
});

/** Saves and generations of chapters and texts. Every record in an answer, and every save, replaces the cached one. */
export const chaptersApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    saveChapters: build.mutation<SavedVersions, ChaptersSave>({
      query: (body) => ({ url: url('save'), method: 'PATCH', body, timeout: saveTimeoutMs }),
    }),

    updateQuotes: build.mutation<GenerationResult, UpdateQuoteBody>(generates('update-quote')),
    updateSearch: build.mutation<GenerationResult, UpdateSearchBody>(generates('update-search')),
    /** Generates new chapters for the whole video. */
    writeChapters: build.mutation<GenerationResult, { passthrough: string }>(
      generates('re-generate-chapter'),
    ),
    writeSummary: build.mutation<GenerationResult, { passthrough: string }>(generates('generate-summary')),
    /** The state of an operation. Not cached, because it is polled while it changes. */
    operation: build.mutation<Operation, string>({
      query: (id) => ({
        url: url(`operations/${encodeURIComponent(id)}`),
        cache: 'no-store',
        timeout: readTimeoutMs,
      }),
    }),

    /** The current record, for callers that need the latest state before they continue. */
    freshVideo: build.mutation<VideoRecord, string>({
      query: (id) => ({
        url: `/muxvideos/asset/${encodeURIComponent(id)}`,
        cache: 'no-store',
        timeout: readTimeoutMs,
      }),
      onQueryStarted: cacheAnswer,
    }),
  }),
});

type ApiState = Parameters<ReturnType<typeof videosApi.endpoints.video.select>>[0];

const untimedQuotes = (chapters: readonly Chapter[]) =>
  chapters.flatMap(({ quote }) => quote.filter((each) => typeof each === 'string'));

/** Whether the server stores the chapters as sent: it adds the time of new quotes, and notes when chapters are moved. */
function areStoredAsSent(before: readonly Chapter[], chapters: readonly Chapter[]): boolean {
  const areMoved =
    chapters.length !== before.length || chapters.some(({ start }, at) => start !== before[at]?.start);
  const quotesBefore = untimedQuotes(before);
  return !areMoved && untimedQuotes(chapters).every((quote) => quotesBefore.includes(quote));
}

/**
 * Stores what was saved in the cached records.
 * @param version that the server answered
 * @returns the record after the save; undefined when the record of the server may be different, and has to be read
 */
export const cacheSaved =
  ({ passthrough, chapters, searchSummary }: ChaptersSave, version: number) =>
  (dispatch: AppDispatch, getState: () => ApiState): VideoRecord | undefined => {
    const { endpoints, util } = videosApi;
    const before = util
      .selectCachedArgsForQuery(getState(), 'video')
      .map((id) => endpoints.video.select(id)(getState()).data)
      .find((video) => video?.id === passthrough && video.version + 1 === version);
    if (!before || (chapters && !areStoredAsSent(before.chapters, chapters))) return undefined;
    const change = {
      version,
      ...(chapters && { chapters: [...chapters] }),
      ...(searchSummary !== undefined && { searchSummary }),
    };
    const apply = (video: object) => void Object.assign(video, change);
    patchVideo({ dispatch }, before, apply);
    dispatch(patchInLibrary(passthrough, apply));
    return { ...before, ...change };
  };

interface Answered<Data> extends Cache {
  readonly queryFulfilled: Promise<{ readonly data: Data }>;
}

async function cacheAnswer(_body: unknown, api: Answered<VideoRecord>) {
  const answer = await api.queryFulfilled.catch(() => null);
  if (answer) cacheVideo(api, answer.data);
}

async function cacheGenerated(_body: unknown, api: Answered<GenerationResult>) {
  const answer = await api.queryFulfilled.catch(() => null);
  if (answer) cacheVideo(api, answer.data.record);
}
