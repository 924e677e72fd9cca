import {
  areWordsHidden,
  isChapterHidden,
  isQuoteHidden,
  type HiddenPart,
  type TimeSpan,
} from '@vault/contracts';
import type { SearchedVideo } from './searched-video.ts';

/** What visitors of a portal may find in a video. */
export interface VideoScope {
  readonly hidden: readonly HiddenPart[];
  readonly hasTranscript: boolean;
  readonly hasQuotes: boolean;
}

/** Only starts are stored, and captions may start together or out of order: each lasts at least so long, in seconds. */
const shortest = 1;

/** The video without ids, addresses and hidden words: what is not in it cannot be found, however the keyword is matched. */
export function scopedVideo(video: SearchedVideo, scope: VideoScope): SearchedVideo {
  const { hidden, hasTranscript, hasQuotes } = scope;
  const { duration, lines, chapters } = video;
  const spanOf = ({ start }: { start: number }, next: { start: number } | undefined): TimeSpan => ({
    start,
    end: Math.max(next?.start ?? duration, start + shortest),
  });
  return {
    ...video,
    assetId: '',
    thumbnail: '',
    captionsTrackId: '',
    playbackId: '',
    lines: hasTranscript
      ? lines.filter((line, index) => !areWordsHidden(spanOf(line, lines[index + 1]), hidden))
      : [],
    chapters: chapters
      .filter((chapter, index) => !isChapterHidden(spanOf(chapter, chapters[index + 1]), hidden))
      .map((chapter) => ({
        ...chapter,
        quotes: hasQuotes ? chapter.quotes.filter(({ at }) => !isQuoteHidden(at, hidden)) : [],
      })),
  };
}
