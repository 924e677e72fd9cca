import type { SavedVersions, SelectTracksBody, VideoRecord } from '@vault/contracts';
import {
  confirmRemoval,
  addPendingEdit,
  patchInLibrary,
  removeFromLibrary,
  replaceInLibrary,
  returnToLibrary,
} from './library-api.ts';
import type { RemovedVideo } from './library-api.ts';
import type { LibraryVideo } from './merge-library.ts';
import { inWorkspace } from './http/workspace-header.ts';
import { userApi } from './user-api.ts';
import { messageOf } from './http/envelope-query.ts';
import { withEarlierChapters } from './chapters-fallback.ts';

export interface VideoEdit {
  /** The session id of the upload, which is the video's `id`. */
  passthrough: string;
  title?: string;
  description?: string;
  /** Only with the first save after an upload. */
  userId?: string;
  /** Of the upload; by default the one that the tab shows. */
  workspace?: string;
}

/** A video to delete. */
interface DeletedVideo {
  readonly id: string;
  /** By default the one that the tab shows. */
  readonly workspace?: string;
}

const headersFor = (workspace: string | undefined) => (workspace === undefined ? {} : inWorkspace(workspace));

type TextEdit = Pick<VideoEdit, 'title' | 'description'>;

/** Reverts an edit field by field, unless the field has changed since. */
function undo(video: LibraryVideo, edit: TextEdit, before: TextEdit): void {
  for (const field of ['title', 'description'] as const) {
    const old = before[field];
    if (edit[field] !== undefined && old !== undefined && video[field] === edit[field]) video[field] = old;
  }
}

/** The signed-in user's own videos. */
export const videosApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** Accepts any of the three ids. Every answer also refreshes the video's card. */
    video: build.query<VideoRecord, string>({
      query: (id) => `/muxvideos/asset/${encodeURIComponent(id)}`,
      onQueryStarted: async (_id, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        // Until there is a thumbnail or a failure, the placeholder shows more than the record.
        const replacesPlaceholder =
          answer && (answer.data.thumbnail !== '' || answer.data.state === 'failed');
        if (replacesPlaceholder) dispatch(replaceInLibrary(answer.data));
      },
    }),

    saveVideo: build.mutation<SavedVersions, VideoEdit>({
      query: ({ workspace, ...body }) => ({
        url: '/muxupload/save',
        method: 'PATCH',
        body,
        headers: headersFor(workspace),
      }),
      // Applied optimistically. A failure restores only fields that have not changed since. If nothing else has changed, the
      // card has the version of the save: the stream of changes names this version, too, and it is not read again.
      onQueryStarted: async ({ passthrough, title, description }, { dispatch, queryFulfilled }) => {
        const edit: TextEdit = {
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
        };
        const endPendingEdit = addPendingEdit(passthrough, edit);
        let before: TextEdit = {};
        dispatch(
          patchInLibrary(passthrough, (video) => {
            before = { title: video.title, description: video.description };
            Object.assign(video, edit);
          }),
        );
        const saved = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        endPendingEdit();
        dispatch(
          patchInLibrary(passthrough, (video) => {
            if (!saved) undo(video, edit, before);
            else if (saved.detailsVersion === video.detailsVersion + 1) video.detailsVersion += 1;
          }),
        );
      },
    }),

    /** Deletes by GET, as the API contract requires; the server accepts it only with the bearer header. */
    deleteVideo: build.mutation<unknown, DeletedVideo>({
      query: ({ id, workspace }) => ({
        url: `/muxvideos/delete/${encodeURIComponent(id)}`,
        cache: 'no-store',
        headers: headersFor(workspace),
      }),
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        let removed: RemovedVideo | undefined;
        dispatch(
          removeFromLibrary(id, (video) => {
            removed = video;
          }),
        );
        const isDeleted = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!removed) return;
        if (isDeleted) confirmRemoval(removed);
        else dispatch(returnToLibrary(removed));
      },
      invalidatesTags: ['Allowance'],
    }),

    /** Indexes the video for the library's search. Returns the server's message, empty when there is none. */
    indexVideo: build.mutation<string, string>({
      query: (passthrough) => ({
        url: '/muxupload/upload-omnisearch',
        method: 'POST',
        body: { passthrough },
      }),
      transformResponse: (_data, meta) => messageOf(meta),
    }),

    /** Runs a failed step again. */
    retryVideo: build.mutation<unknown, string>({
      query: (passthrough) => ({ url: '/muxupload/retry', method: 'POST', body: { passthrough } }),
    }),

    /** Begins to make the video again with another sound or picture of its file. */
    selectTracks: build.mutation<VideoRecord, SelectTracksBody>({
      query: (body) => ({ url: '/muxupload/tracks', method: 'POST', body }),
      onQueryStarted: async (_body, api) => {
        const answer = await api.queryFulfilled.catch(() => null);
        if (answer) cacheVideo(api, answer.data);
      },
    }),
  }),
});

export const {
  useVideoQuery,
  useLazyVideoQuery,
  useSaveVideoMutation,
  useDeleteVideoMutation,
  useIndexVideoMutation,
  useRetryVideoMutation,
  useSelectTracksMutation,
} = videosApi;

type Ids = Pick<VideoRecord, 'id' | 'uploadId' | 'assetId'>;
type Patch = Parameters<typeof videosApi.util.updateQueryData<'video'>>[2];

/** The store with the cached records. */
export interface Cache {
  dispatch(action: unknown): unknown;
}

/** Changes every cached copy of a record, whichever of its ids the page requested it by. */
export function patchVideo(cache: Cache, { id, uploadId, assetId }: Ids, change: Patch): void {
  for (const each of new Set([id, uploadId, assetId]))
    cache.dispatch(videosApi.util.updateQueryData('video', each, change));
}

/** Replaces every cached copy of a record, unless it is newer, and its card. */
export function cacheVideo(cache: Cache, record: VideoRecord): void {
  patchVideo(cache, record, (cached) => {
    const fresh = withEarlierChapters(record, cached);
    return fresh.version < cached.version ? cached : fresh;
  });
  cache.dispatch(replaceInLibrary(record));
}
