import type { VideoRecord } from '@vault/contracts';

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
