import type { VideoRecord } from '@vault/contracts';
import { withEarlierChapters } from './chapters-fallback.ts';

/**
 * Merges a part of the library that has just arrived.
 * @param after the cursor that the part follows; empty for the newest videos, which replace the loaded ones
 */
export function mergeLibrary(library: Library, part: Library, after: string): void {
  if (after === '') refresh(library, part);
  else append(library, part, after);
}

/** Appends only a part that continues the list: a part that was requested before a refresh may not. */
function append(library: Library, part: Library, after: string): void {
  if (library.next !== after) return;
  const existingIds = idsOf(library.videos);
  library.videos.push(...part.videos.filter(({ id }) => !existingIds.has(id)));
  library.next = part.next;
}

/** Replaces the newest videos. Older ones that were loaded before stay if the new part overlaps the loaded list. */
function refresh(library: Library, part: Library): void {
  const videosById = new Map(library.videos.map((video) => [video.id, video]));
  const videos = part.videos.map((video) => withEarlierChapters(video, videosById.get(video.id)));
  const fresh = idsOf(part.videos);
  const placeholders = library.videos.filter(({ id, type }) => type === 'uploading' && !fresh.has(id));
  const older = part.next === null ? [] : olderThan(part, library.videos, fresh);
  const added = placeholders.length;
  library.videos = [...placeholders, ...videos, ...older];
  if (older.length === 0) library.next = part.next;
  library.total = part.total === undefined ? undefined : part.total + added;
}

function olderThan(part: Library, videos: readonly LibraryVideo[], fresh: ReadonlySet<string>) {
  const last = part.videos.at(-1);
  const isOverlapping = videos.some(({ id }) => fresh.has(id));
  if (!last || !isOverlapping) return [];
  return videos.filter(
    ({ id, type, created_at }) => !fresh.has(id) && type !== 'uploading' && created_at <= last.created_at,
  );
}

function idsOf(videos: readonly LibraryVideo[]): ReadonlySet<string> {
  return new Set(videos.map(({ id }) => id));
}

/** A video as the library shows it. `type` marks the placeholder of an upload whose record has not come yet. */
export type LibraryVideo = Omit<VideoRecord, 'vtt'> & { type?: 'uploading' };

/** The part of a library that is loaded so far, newest first. */
export interface Library {
  videos: LibraryVideo[];
  /** Cursor of the next part; null when everything is loaded. */
  next: string | null;
  /** Number of all videos of the library; undefined when unknown. */
  total: number | undefined;
}
