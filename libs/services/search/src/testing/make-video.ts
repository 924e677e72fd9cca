import type { SearchedVideo } from '../domain/searched-video.ts';

/** A video with empty texts, except the given ones. */
export function makeVideo(id: string, said: Partial<SearchedVideo> = {}): SearchedVideo {
  return {
    id,
    uploadId: `up-${id}`,
    title: '',
    description: '',
    assetId: `as-${id}`,
    thumbnail: '',
    captionsTrackId: '',
    playbackId: '',
    duration: 60,
    createdAt: new Date(1_700_000_000_000),
    lines: [],
    chapters: [],
    ...said,
  };
}

/** Lines three seconds apart. */
export function linesOf(...texts: string[]): SearchedVideo['lines'] {
  return texts.map((text, index) => ({ start: index * 3, text }));
}
