import type { SearchedVideo } from '../domain/searched-video.ts';

/** Where the keyword was found. */
export interface Found {
  readonly videoId: string;
  /** As the route names it. */
  readonly field: string;
  readonly chapterTitle: string | undefined;
  readonly at: number | undefined;
  readonly snippet: string;
}

const plain = (text: string) => text.normalize('NFC').toLowerCase().normalize('NFC');

/**
 * The rule of the product document, implemented literally and without optimisation: a case-insensitive substring match
 * over, in order: title, description, assetId, thumbnail, captionsTrackId, transcript (the matching line with one line
 * of context each side), playback_id, then each chapter's title, summary and quotes. The first matching field wins per
 * video; each chapter is then checked separately.
 * @param videos of short texts, newest first
 */
export function plainScan(videos: readonly SearchedVideo[], keyword: string): Found[] {
  const matches = (text: string) => plain(text).includes(plain(keyword));
  return videos.flatMap((video) => {
    const found: Found[] = [];
    const own = firstOfVideo(video, matches);
    if (own) found.push({ videoId: video.id, chapterTitle: undefined, ...own });
    for (const chapter of video.chapters) {
      const { title, summary, quotes, start } = chapter;
      const quote = quotes.find(({ text }) => matches(text));
      const about = { videoId: video.id, chapterTitle: title };
      if (matches(title)) found.push({ ...about, field: 'chapter title', at: start, snippet: title });
      else if (matches(summary))
        found.push({ ...about, field: 'chapter summary', at: start, snippet: summary });
      else if (quote) found.push({ ...about, field: 'chapter quote', at: quote.at, snippet: quote.text });
    }
    return found;
  });
}

function firstOfVideo(
  video: SearchedVideo,
  matches: (text: string) => boolean,
): Pick<Found, 'field' | 'at' | 'snippet'> | undefined {
  for (const field of ['title', 'description', 'assetId', 'thumbnail', 'captionsTrackId'] as const)
    if (matches(video[field])) return { field, at: undefined, snippet: video[field] };
  const { lines } = video;
  const line = lines.findIndex(({ text }) => matches(text));
  if (line !== -1) {
    const shown = lines.slice(Math.max(0, line - 1), line + 2).map(({ text }) => text);
    return { field: 'transcript', at: lines[line]?.start, snippet: shown.join('\n') };
  }
  if (matches(video.playbackId)) return { field: 'playback_id', at: undefined, snippet: video.playbackId };
  return undefined;
}
