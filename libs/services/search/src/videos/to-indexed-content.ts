import type { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { parseWebVtt, WebVttError, type Cue } from '@vault/webvtt';
import type { SearchedVideo } from '../domain/searched-video.ts';
import type { IndexedContent, IndexedVideoDocument } from './indexed-video.schema.ts';

/** What upload and chaptering say of a video, as it is kept. */
export function toIndexedContent(
  video: uploadRpc.Video,
  set: chapteringRpc.ChapterSet | undefined,
): IndexedContent {
  const cues = cuesOf(set?.vtt ?? '');
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
    transcript: cues.map(({ text }) => text.replace(/\s*\n\s*/g, ' ')).join('\n'),
    lineStarts: cues.map(({ start }) => start),
    chapters: (set?.chapters ?? []).map(({ start, title, summary, quotes }) => ({
      start,
      title,
      summary,
      // Words a person wrote may have no place of their own: they are found at their chapter.
      quotes: quotes.map(({ text, at = start }) => ({ text, at })),
    })),
  };
}

/** What is kept of a video, as it is searched. */
export function toSearchedVideo(document: IndexedVideoDocument): SearchedVideo {
  const { _id: id, transcript, lineStarts, ...rest } = document;
  const texts = transcript.split('\n');
  return { ...rest, id, lines: lineStarts.map((start, index) => ({ start, text: texts[index] ?? '' })) };
}

/** A transcript that cannot be read is searched as if there were none; everything else of the video is found. */
function cuesOf(vtt: string): readonly Cue[] {
  try {
    return vtt === '' ? [] : parseWebVtt(vtt);
  } catch (error) {
    if (error instanceof WebVttError) return [];
    throw error;
  }
}
