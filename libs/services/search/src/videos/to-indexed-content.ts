import type { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { parseWebVtt, WebVttError, type Cue } from '@vault/webvtt';
import type { SearchedVideo } from '../domain/searched-video.ts';
import type { IndexedContent, IndexedVideoDocument } from './indexed-video.schema.ts';

/** What upload knows of a video, in the stored form. */
export function toIndexedDetails(video: uploadRpc.Video) {
  return {
    uploadId: video.uploadId,
    title: video.title,
    description: video.description,
    assetId: video.assetId,
    thumbnail: video.thumbnailUrl,
    captionsTrackId: video.captionsTrackId,
    playbackId: video.playbackId,
    duration: video.durationSeconds,
    createdAt: new Date(video.createdAt * 1_000),
  } satisfies Partial<IndexedContent>;
}

/** The stored form of a video, from the answers of upload and chaptering. */
export function toIndexedContent(
  video: uploadRpc.Video,
  set: chapteringRpc.ChapterSet | undefined,
): IndexedContent {
  const cues = cuesOf(set?.vtt ?? '');
  return {
    ...toIndexedDetails(video),
    transcript: cues.map(({ text }) => text.replace(/\s*\n\s*/g, ' ')).join('\n'),
    lineStarts: cues.map(({ start }) => start),
    chapters: (set?.chapters ?? []).map(({ start, title, summary, quotes }) => ({
      start,
      title,
      summary,
      // A quote of a person may have no time: it gets the start of its chapter.
      quotes: quotes.map(({ text, at = start }) => ({ text, at })),
    })),
  };
}

/** The searched form of a stored video. */
export function toSearchedVideo(document: IndexedVideoDocument): SearchedVideo {
  const { _id: id, transcript, lineStarts, ...rest } = document;
  const texts = transcript.split('\n');
  return { ...rest, id, lines: lineStarts.map((start, index) => ({ start, text: texts[index] ?? '' })) };
}

/** An invalid transcript is treated as empty; the other texts of the video are still found. */
function cuesOf(vtt: string): readonly Cue[] {
  try {
    return vtt === '' ? [] : parseWebVtt(vtt);
  } catch (error) {
    if (error instanceof WebVttError) return [];
    throw error;
  }
}
