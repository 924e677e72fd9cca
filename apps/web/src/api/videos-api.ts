import type { Operation, VideoRecord } from '@vault/contracts';
import type { AnswerMeta } from './envelope-query.ts';
import {
  confirmRemoval,
  holdEdit,
  patchInLibrary,
  removeFromLibrary,
  replaceInLibrary,
  returnToLibrary,
} from './library-api.ts';
import type { LeftPlace, LibraryVideo } from './library-api.ts';
import { userApi } from './user-api.ts';

export interface VideoEdit {
  /** The session id of the upload, which is the video's `id`. */
  passthrough: string;
  title?: string;
  description?: string;
  /** Only with the first save after an upload. */
  userId?: string;
}

type TextEdit = Pick<VideoEdit, 'title' | 'description'>;

/** Takes an edit back, field by field, unless the field has moved on since. */
function undo(video: LibraryVideo, edit: TextEdit, before: TextEdit): void {
  for (const field of ['title', 'description'] as const) {
    const old = before[field];
    if (edit[field] !== undefined && old !== undefined && video[field] === edit[field]) video[field] = old;
  }
}

/** How something stands that was asked to be written: it is answered before its end when that takes long. */
export interface WritingEnd {
  readonly isDone: boolean;
  /** What it cost, where that is known. */
  readonly tokens: number | undefined;
}

function toWritingEnd(_record: unknown, meta: AnswerMeta | undefined): WritingEnd {
  const operation = meta?.envelope['operation'] as Operation | undefined;
  return { isDone: operation?.state === 'done', tokens: operation?.tokens };
}

/** Everything about the signed-in user's own videos. */
export const videosApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** Any of the three ids. Every answer also refreshes the video's card. */
    video: build.query<VideoRecord, string>({
      query: (id) => `/muxvideos/asset/${encodeURIComponent(id)}`,
      onQueryStarted: async (_id, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        // Until there is a picture, or an end without one, the placeholder says more than the record.
        const isWorthShowing = answer && (answer.data.thumbnail !== '' || answer.data.state === 'failed');
        if (isWorthShowing) dispatch(replaceInLibrary(answer.data));
      },
    }),

    saveVideo: build.mutation<unknown, VideoEdit>({
      query: (body) => ({ url: '/muxupload/save', method: 'PATCH', body }),
      // Shown at once. What was there before comes back only where nothing newer has taken its place.
      onQueryStarted: async ({ passthrough, title, description }, { dispatch, queryFulfilled }) => {
        const edit: TextEdit = {
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
        };
        const release = holdEdit(passthrough, edit);
        let before: TextEdit = {};
        dispatch(
          patchInLibrary(passthrough, (video) => {
            before = { title: video.title, description: video.description };
            Object.assign(video, edit);
          }),
        );
        const isSaved = await queryFulfilled.then(
          () => true,
          () => false,
        );
        release();
        if (!isSaved) dispatch(patchInLibrary(passthrough, (video) => undo(video, edit, before)));
      },
    }),

    /** Deletes by GET, as the product's contract has it; only a fetch with the bearer header is obeyed. */
    deleteVideo: build.mutation<unknown, string>({
      query: (id) => ({ url: `/muxvideos/delete/${encodeURIComponent(id)}`, cache: 'no-store' }),
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        let left: LeftPlace | undefined;
        dispatch(
          removeFromLibrary(id, (place) => {
            left = place;
          }),
        );
        const isGone = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!left) return;
        if (isGone) confirmRemoval(left);
        else dispatch(returnToLibrary(left));
      },
      invalidatesTags: ['Allowance'],
    }),

    regenerateChapters: build.mutation<WritingEnd, string>({
      query: (passthrough) => ({
        url: '/muxupload/re-generate-chapter',
        method: 'POST',
        body: { passthrough },
      }),
      transformResponse: toWritingEnd,
    }),

    generateSummary: build.mutation<WritingEnd, string>({
      query: (passthrough) => ({ url: '/muxupload/generate-summary', method: 'POST', body: { passthrough } }),
      transformResponse: toWritingEnd,
    }),

    /** Gives the video to the library's search. Answers the server's message, empty when it has none. */
    indexVideo: build.mutation<string, string>({
      query: (passthrough) => ({
        url: '/muxupload/upload-omnisearch',
        method: 'POST',
        body: { passthrough },
      }),
      transformResponse: (_data, meta) => {
        const msg = meta?.envelope['msg'];
        return typeof msg === 'string' ? msg : '';
      },
    }),

    /** Runs a failed step again. */
    retryVideo: build.mutation<unknown, string>({
      query: (passthrough) => ({ url: '/muxupload/retry', method: 'POST', body: { passthrough } }),
    }),
  }),
});

export const {
  useVideoQuery,
  useLazyVideoQuery,
  useSaveVideoMutation,
  useDeleteVideoMutation,
  useRegenerateChaptersMutation,
  useGenerateSummaryMutation,
  useIndexVideoMutation,
  useRetryVideoMutation,
} = videosApi;
