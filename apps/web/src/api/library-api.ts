import { current } from '@reduxjs/toolkit';
import type { VideoRecord } from '@vault/contracts';
import { pageSizeLimit } from '@vault/contracts';
import type { AnswerMeta } from './http/envelope-query.ts';
import { withEarlierChapters } from './chapters-fallback.ts';
import type { Library, LibraryVideo } from './merge-library.ts';
import { mergeLibrary } from './merge-library.ts';
import { userApi } from './user-api.ts';
import { readUserSession } from './session/user-session.ts';
import { totalOf } from './http/envelope-query.ts';

/** Which part of at most a hundred videos: those after a cursor, or the newest when `after` is empty. */
export interface LibraryPart {
  readonly userId: string;
  readonly after: string;
}

/** Edits that the server has not confirmed yet: an older answer must not overwrite them. */
const pendingEdits = new Map<string, Pick<Partial<LibraryVideo>, 'title' | 'description'>>();
/** Removed videos, with the time (ms since page load) up to which a request may still return them. */
const removals = new Map<string, number>();

/** Whether the video was removed here. */
export function isRemoved(id: string): boolean {
  return removals.has(id);
}

function toLibrary(videos: LibraryVideo[], meta: AnswerMeta | undefined): Library {
  const next = meta?.envelope['next'];
  const sentAt = meta?.sentAt ?? Infinity;
  return {
    videos: videos.filter(({ id }) => sentAt > (removals.get(id) ?? -1)).map(withPendingEdit),
    next: typeof next === 'string' ? next : null,
    total: totalOf(meta),
  };
}

function withPendingEdit(video: LibraryVideo): LibraryVideo {
  return { ...video, ...pendingEdits.get(video.id) };
}

/** The list of the library. Only the functions below change its cached copy. */
export const libraryApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * One list for each user, loaded in parts. A part is merged into the cached list when it arrives, so that no change
     * made meanwhile is lost; each begins after the last video of the one before, so that no video is skipped.
     */
    listVideos: build.query<Library, LibraryPart>({
      query: ({ userId, after }) => ({
        url: '/muxvideos',
        params: { userId, page: 1, limit: pageSizeLimit, view: 'card', ...(after ? { after } : {}) },
      }),
      serializeQueryArgs: ({ queryArgs }) => queryArgs.userId,
      transformResponse: (videos: LibraryVideo[], meta) => toLibrary(videos, meta),
      merge: (library, part, { arg }) => mergeLibrary(library, part, arg.after),
      // Long enough to watch a video and return to the same position in the list.
      keepUnusedDataFor: 900,
      providesTags: ['Library'],
    }),
  }),
});

export const { useListVideosQuery } = libraryApi;

const isSame = (video: LibraryVideo, id: string) => video.id === id || video.uploadId === id;

function patchLibrary(change: (library: Library) => void) {
  const userId = readUserSession()?.id ?? '';
  return libraryApi.util.updateQueryData('listVideos', { userId, after: '' }, (library) => change(library));
}

/** Loads the part after the last loaded video. */
export function loadMoreOfLibrary(userId: string, after: string) {
  return libraryApi.endpoints.listVideos.initiate(
    { userId, after },
    { forceRefetch: true, subscribe: false },
  );
}

/** Changes one video in the cached library, found by its session or upload id. */
export function patchInLibrary(id: string, change: (video: LibraryVideo) => void) {
  return patchLibrary(({ videos }) => {
    const video = videos.find((candidate) => isSame(candidate, id));
    if (video) change(video);
  });
}

/** Replaces the card of a video with a fresh record. */
export function replaceInLibrary(record: VideoRecord) {
  const fresh = withPendingEdit({ ...record });
  delete (fresh as Partial<VideoRecord>).vtt;
  return patchLibrary(({ videos }) => {
    const index = videos.findIndex((video) => isSame(video, fresh.uploadId));
    if (index >= 0) videos[index] = withEarlierChapters(fresh, videos[index]);
  });
}

/** Adds a placeholder at the top of the list, unless the video is in it already. */
export function addToLibrary(placeholder: LibraryVideo) {
  return patchLibrary((library) => {
    if (library.videos.some((video) => isSame(video, placeholder.id))) return;
    library.videos.unshift(placeholder);
    countOne(library, 1);
  });
}

/** A removed video, and its position in the list. */
export interface RemovedVideo {
  readonly video: LibraryVideo;
  /** The one before it; undefined when it was the first. */
  readonly afterId: string | undefined;
}

/**
 * Removes a video from the list, and from answers to requests that were sent before.
 * @param onRemoved gets its position, for {@link returnToLibrary}
 */
export function removeFromLibrary(id: string, onRemoved: (removed: RemovedVideo) => void = () => undefined) {
  return patchLibrary((library) => {
    const { videos } = library;
    const index = videos.findIndex((video) => isSame(video, id));
    const found = videos[index];
    if (!found) return;
    removals.set(found.id, Infinity);
    onRemoved({ video: current(found), afterId: videos[index - 1]?.id });
    videos.splice(index, 1);
    countOne(library, -1);
  });
}

/** The server has removed the video: answers to later requests do not have to be filtered. */
export function confirmRemoval({ video }: RemovedVideo): void {
  removals.set(video.id, performance.now());
}

/** Puts a video back at its former position, or at the top when the video before it is gone. */
export function returnToLibrary({ video, afterId }: RemovedVideo) {
  removals.delete(video.id);
  return patchLibrary((library) => {
    const { videos } = library;
    if (videos.some(({ id }) => id === video.id)) return;
    videos.splice(videos.findIndex(({ id }) => id === afterId) + 1, 0, video);
    countOne(library, 1);
  });
}

/** Keeps an edit over older answers until it is confirmed. @returns a function that ends this */
export function addPendingEdit(id: string, edit: { title?: string; description?: string }): () => void {
  const pending = { ...pendingEdits.get(id), ...edit };
  pendingEdits.set(id, pending);
  return () => {
    if (pendingEdits.get(id) === pending) pendingEdits.delete(id);
  };
}

function countOne(library: Library, change: 1 | -1): void {
  if (library.total !== undefined) library.total += change;
}
