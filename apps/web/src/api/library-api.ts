import { current } from '@reduxjs/toolkit';
import type { VideoRecord } from '@vault/contracts';
import { pageSizeLimit } from '@vault/contracts';
import { userApi } from './user-api.ts';
import type { AnswerMeta } from './user-api.ts';
import { readUserSession } from './user-session.ts';

/** A video as the library shows it. `type` marks the placeholder of an upload whose record has not come yet. */
export type LibraryVideo = Omit<VideoRecord, 'vtt'> & { type?: 'uploading' };

/** A hundred videos of the library. */
export interface LibraryPart {
  videos: LibraryVideo[];
  /** Where the next part begins; null after the last. */
  next: string | null;
  /** All videos of the library; only the first part knows. */
  total: number | undefined;
}

/** What a person has changed and the server has not confirmed yet: an answer from before must not bring it back. */
const pendingEdits = new Map<string, Pick<Partial<LibraryVideo>, 'title' | 'description'>>();
/** Until when an answer may still know a video that was taken off: those asked for later tell the truth. */
const removals = new Map<string, number>();

function toPart(videos: LibraryVideo[], meta: AnswerMeta | undefined): LibraryPart {
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
    /** Each part begins after the place where the last one ended, so nothing is skipped when others come or go. */
    listVideos: build.infiniteQuery<LibraryPart, string, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg: userId, pageParam: after }) => ({
        url: '/muxvideos',
        params: { userId, page: 1, limit: pageSizeLimit, view: 'card', ...(after ? { after } : {}) },
      }),
      transformResponse: (videos: LibraryVideo[], meta) => toPart(videos, meta),
      // Long enough to look at a video and come back to the same place.
      keepUnusedDataFor: 900,
      providesTags: ['Library'],
    }),
  }),
});

export const { useListVideosInfiniteQuery } = libraryApi;

const isSame = (video: LibraryVideo, id: string) => video.id === id || video.uploadId === id;

function patchLibrary(change: (parts: LibraryPart[]) => void) {
  return libraryApi.util.updateQueryData('listVideos', readUserSession()?.id ?? '', ({ pages }) => {
    change(pages);
  });
}

/** Each video once, whichever part it is in: one that moved while parts were loaded can be in two. */
export function videosOf(parts: readonly LibraryPart[]): LibraryVideo[] {
  const byId = new Map<string, LibraryVideo>();
  for (const { videos } of parts)
    for (const video of videos) if (!byId.has(video.id)) byId.set(video.id, video);
  return [...byId.values()];
}

/** Changes one video in the cached library, found by its session or upload id. */
export function patchInLibrary(id: string, change: (video: LibraryVideo) => void) {
  return patchLibrary((parts) => {
    for (const { videos } of parts) for (const video of videos) if (isSame(video, id)) change(video);
  });
}

/** Puts a fresh record in the place of the card that stands for it. */
export function replaceInLibrary(record: VideoRecord) {
  const fresh = withPendingEdit({ ...record });
  delete (fresh as Partial<VideoRecord>).vtt;
  return patchLibrary((parts) => {
    for (const { videos } of parts) {
      const index = videos.findIndex((video) => isSame(video, fresh.uploadId));
      if (index >= 0) videos[index] = fresh;
    }
  });
}

/** Puts a placeholder on top of the list, unless the video is there already. */
export function addToLibrary(placeholder: LibraryVideo) {
  return patchLibrary((parts) => {
    const [first] = parts;
    if (!first || parts.some(({ videos }) => videos.some((video) => isSame(video, placeholder.id)))) return;
    first.videos.unshift(placeholder);
    countOne(first, 1);
  });
}

/** Where a video stood that was taken off the list. */
export interface LeftPlace {
  readonly video: LibraryVideo;
  /** The one before it; empty when it was the first. */
  readonly afterId: string;
}

/**
 * Takes a video off the list, and keeps answers that were on their way from bringing it back.
 * @param onLeft told where it stood, for {@link returnToLibrary}
 */
export function removeFromLibrary(id: string, onLeft: (place: LeftPlace) => void = () => undefined) {
  return patchLibrary((parts) => {
    let afterId = '';
    for (const { videos } of parts) {
      const index = videos.findIndex((video) => isSame(video, id));
      const found = videos[index];
      if (found) {
        videos.splice(index, 1);
        if (parts[0]) countOne(parts[0], -1);
        removals.set(found.id, Infinity);
        onLeft({ video: current(found), afterId: videos[index - 1]?.id ?? afterId });
        return;
      }
      afterId = videos.at(-1)?.id ?? afterId;
    }
  });
}

/** The server has removed a video: lists asked for from now on are right. */
export function confirmRemoval({ video }: LeftPlace): void {
  removals.set(video.id, performance.now());
}

/** Puts a video back where it stood, whatever the list has become meanwhile. */
export function returnToLibrary({ video, afterId }: LeftPlace) {
  removals.delete(video.id);
  return patchLibrary((parts) => {
    if (parts.some(({ videos }) => videos.some(({ id }) => id === video.id))) return;
    const part = parts.find(({ videos }) => videos.some(({ id }) => id === afterId)) ?? parts[0];
    if (!part || !parts[0]) return;
    part.videos.splice(part.videos.findIndex(({ id }) => id === afterId) + 1, 0, video);
    countOne(parts[0], 1);
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

function countOne(first: LibraryPart, change: 1 | -1): void {
  if (first.total !== undefined) first.total += change;
}
