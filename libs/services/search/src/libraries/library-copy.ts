import type { Haystack } from '../domain/haystack.ts';
import type { Place } from '../videos/indexed-video.repository.ts';

/** One person's videos in memory, as they were at a revision. */
export interface LibraryCopy {
  readonly revision: number;
  /** Newest first. */
  readonly videos: readonly Haystack[];
  /** Of the videos, in bytes. */
  readonly size: number;
  /** Where those begin that memory has no room for; absent when it holds all. */
  readonly rest?: Place;
}

/**
 * The copy after some of its videos have changed.
 * @param ids of all that changed
 * @param changed those of them that are still there
 */
export function withChanges(
  copy: LibraryCopy,
  revision: number,
  ids: ReadonlySet<string>,
  changed: readonly Haystack[],
): LibraryCopy {
  const videos = [...copy.videos.filter(({ id }) => !ids.has(id)), ...changed].sort(newestFirst);
  return { revision, videos, size: sizeOf(videos) };
}

export function sizeOf(videos: readonly Haystack[]): number {
  return videos.reduce((sum, { size }) => sum + size, 0);
}

function newestFirst(left: Haystack, right: Haystack): number {
  const age = right.createdAt.getTime() - left.createdAt.getTime();
  if (age !== 0) return age;
  return left.id < right.id ? 1 : -1;
}
