import type { SearchDocument } from '../domain/search-document.ts';
import type { PageCursor } from '../videos/indexed-video.repository.ts';

/** The videos of one owner in memory, at one version. */
export interface LibraryCopy {
  readonly version: number;
  /** Newest first. */
  readonly videos: readonly SearchDocument[];
  /** Size of the videos, in bytes. */
  readonly size: number;
  /** After this position come the videos that do not fit in memory; absent when all fit. */
  readonly rest?: PageCursor;
}

/**
 * The copy after changes of some videos.
 * @param ids all changed videos
 * @param changed those that still exist
 */
export function withChanges(
  copy: LibraryCopy,
  version: number,
  ids: ReadonlySet<string>,
  changed: readonly SearchDocument[],
): LibraryCopy {
  const videos = [...copy.videos.filter(({ id }) => !ids.has(id)), ...changed].sort(newestFirst);
  return { version, videos, size: sizeOf(videos) };
}

export function sizeOf(videos: readonly SearchDocument[]): number {
  return videos.reduce((sum, { size }) => sum + size, 0);
}

function newestFirst(left: SearchDocument, right: SearchDocument): number {
  const age = right.createdAt.getTime() - left.createdAt.getTime();
  if (age !== 0) return age;
  return left.id < right.id ? 1 : -1;
}
