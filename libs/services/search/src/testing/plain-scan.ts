import { foldText } from '@vault/contracts';
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
 * video; each chapter is then checked separately. What matches only when folded is found where nothing else matches,
 * and comes last.
 * @param videos of short texts, newest first
 */
export function plainScan(videos: readonly SearchedVideo[], keyword: string): Found[] {
  const folded = foldText(keyword);
  // A keyword of invisible characters finds nothing.
  if (folded === '') return [];
  const exact = (text: string) => plain(text).includes(plain(keyword));
  const matches = (text: string) => foldText(text).includes(folded);
  const found = videos.flatMap((video) => [
    best((test) => firstOfVideo(video, test), { videoId: video.id, chapterTitle: undefined }),
    ...video.chapters.map((chapter) =>
      best((test) => firstOfChapter(chapter, test), { videoId: video.id, chapterTitle: chapter.title }),
    ),
  ]);
  return [true, false].flatMap((isExact) =>
    found.flatMap((each) => (each?.isExact === isExact ? [each.result] : [])),
  );

  function best(
    first: (test: (text: string) => boolean) => Place | undefined,
    about: Omit<Found, keyof Place>,
  ) {
    const place = first(exact);
    const other = place ?? first(matches);
    return other && { isExact: place !== undefined, result: { ...about, ...other } };
  }
}

type Place = Pick<Found, 'field' | 'at' | 'snippet'>;

function firstOfChapter(
  { title, summary, quotes, start }: SearchedVideo['chapters'][number],
  matches: (text: string) => boolean,
): Place | undefined {
  if (matches(title)) return { field: 'chapter title', at: start, snippet: title };
  if (matches(summary)) return { field: 'chapter summary', at: start, snippet: summary };
  const quote = quotes.find(({ text }) => matches(text));
  return quote && { field: 'chapter quote', at: quote.at, snippet: quote.text };
}

function firstOfVideo(video: SearchedVideo, matches: (text: string) => boolean): Place | undefined {
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
