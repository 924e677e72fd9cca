import { current } from '@reduxjs/toolkit';
import type { VideoRecord } from '@vault/contracts';
import { pageSizeLimit } from '@vault/contracts';
import type { AnswerMeta } from './envelope-query.ts';
import { withKnownChapters } from './known-chapters.ts';
import { mergeLibrary } from './merge-library.ts';
import { userApi } from './user-api.ts';
import { readUserSession } from './user-session.ts';

/** A video as the library shows it. `type` marks the placeholder of an upload whose record has not come yet. */
export type LibraryVideo = Omit<VideoRecord, 'vtt'> & { type?: 'uploading' };

/** What is known of a library so far, newest first. */
export interface Library {
  videos: LibraryVideo[];
  /** Where to go on; null when all of it is here. */
  next: string | null;
  /** All videos of the library; undefined when nobody counted. */
  total: number | undefined;
}

/** Which hundred videos: those after a place, or the newest when `after` is empty. */
export interface LibraryPart {
  readonly userId: string;
  readonly after: string;
}

/** What a person has changed and the server has not confirmed yet: an answer from before must not bring it back. */
const pendingEdits = new Map<string, Pick<Partial<LibraryVideo>, 'title' | 'description'>>();
/** Until when an answer may still know a video that was taken off: those asked for later tell the truth. */
const removals = new Map<string, number>();

function toLibrary(videos: LibraryVideo[], meta: AnswerMeta | undefined): Library {
  const next = meta?.envelope['next'];
  const total = meta?.envelope['total'];
  const sentAt = meta?.sentAt ?? Infinity;
  return {
    videos: videos.filter(({ id }) => sentAt > (removals.get(id) ?? -1)).map(withPendingEdit),
    next: typeof next === 'string' ? next : null,
    total: typeof total === 'number' ? total : undefined,
  };
}

function withPendingEdit(video: LibraryVideo): LibraryVideo {
  return { ...video, ...pendingEdits.get(video.id) };
}

/** The list of the library, and the only ways to change its cached copy. */
export const libraryApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * One list for each user, in parts. A part is merged into what is there when it arrives, so that no change made
     * meanwhile is lost; each begins after the place where the last one ended, so that nothing is skipped.
     */
    listVideos: build.query<Library, LibraryPart>({
      query: ({ userId, after }) => ({
        url: '/muxvideos',
        params: { userId, page: 1, limit: pageSizeLimit, view: 'card', ...(after ? { after } : {}) },
      }),
      serializeQueryArgs: ({ queryArgs }) => queryArgs.userId,
      transformResponse: (videos: LibraryVideo[], meta) => toLibrary(videos, meta),
      merge: (library, part, { arg }) => {
        mergeLibrary(library, part, arg.after);
      },
      // Long enough to look at a video and come back to the same place.
      keepUnusedDataFor: 900,
      providesTags: ['Library'],
    }),
  }),
});

export const { useListVideosQuery } = libraryApi;

const isSame = (video: LibraryVideo, id: string) => video.id === id || video.uploadId === id;

function patchLibrary(change: (library: Library) => void) {
  const userId = readUserSession()?.id ?? '';
  return libraryApi.util.updateQueryData('listVideos', { userId, after: '' }, (library) => {
    change(library);
  });
}

/** Asks for the part after what is here. */
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

/** Puts a fresh record in the place of the card that stands for it. */
export function replaceInLibrary(record: VideoRecord) {
  const fresh = withPendingEdit({ ...record });
  delete (fresh as Partial<VideoRecord>).vtt;
  return patchLibrary(({ videos }) => {
    const index = videos.findIndex((video) => isSame(video, fresh.uploadId));
    if (index >= 0) videos[index] = withKnownChapters(fresh, videos[index]);
  });
}

/** Puts a placeholder on top of the list, unless the video is there already. */
export function addToLibrary(placeholder: LibraryVideo) {
  return patchLibrary((library) => {
    if (library.videos.some((video) => isSame(video, placeholder.id))) return;
    library.videos.unshift(placeholder);
    countOne(library, 1);
  });
}

/** Where a video stood that was taken off the list. */
export interface LeftPlace {
  readonly video: LibraryVideo;
  /** The one before it; undefined when it was the first. */
  readonly afterId: string | undefined;
}

/**
 * Takes a video off the list, and keeps answers that were on their way from bringing it back.
 * @param onLeft told where it stood, for {@link returnToLibrary}
 */
export function removeFromLibrary(id: string, onLeft: (place: LeftPlace) => void = () => undefined) {
  return patchLibrary((library) => {
    const { videos } = library;
    const index = videos.findIndex((video) => isSame(video, id));
    const found = videos[index];
    if (!found) return;
    removals.set(found.id, Infinity);
    onLeft({ video: current(found), afterId: videos[index - 1]?.id });
    videos.splice(index, 1);
    countOne(library, -1);
  });
}

/** The server has removed a video: lists asked for from now on are right. */
export function confirmRemoval({ video }: LeftPlace): void {
  removals.set(video.id, performance.now());
}

/** Puts a video back where it stood, whatever the list has become meanwhile. */
export function returnToLibrary({ video, afterId }: LeftPlace) {
  removals.delete(video.id);
  return patchLibrary((library) => {
    const { videos } = library;
    if (videos.some(({ id }) => id === video.id)) return;
    videos.splice(videos.findIndex(({ id }) => id === afterId) + 1, 0, video);
    countOne(library, 1);
  });
}

/** Notes an edit as not yet confirmed. @returns a function that ends this */
export function holdEdit(id: string, edit: { title?: string; description?: string }): () => void {
  const held = { ...pendingEdits.get(id), ...edit };
  pendingEdits.set(id, held);
  return () => {
    if (pendingEdits.get(id) === held) pendingEdits.delete(id);
  };
}

function countOne(library: Library, change: 1 | -1): void {
  if (library.total !== undefined) library.total += change;
}
