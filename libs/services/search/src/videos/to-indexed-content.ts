import type { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { isUnclear, parseWebVtt, WebVttError, type Cue } from '@vault/webvtt';
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
  const counts = new Map<string, number>();
  for (const { speaker } of cues)
    if (speaker !== undefined) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const names = [...counts.keys()];
  return {
    ...toIndexedDetails(video),
    transcript: cues.map(({ text }) => text.replace(/\s*\n\s*/g, ' ')).join('\n'),
    lineStarts: cues.map(({ start }) => start),
    lineSpeakers: names.length === 0 ? [] : cues.map(({ speaker = '' }) => names.indexOf(speaker) + 1),
    speakers: Array.from(counts, ([name, lines]) => ({ name, lines })),
    chapters: (set?.chapters ?? []).map(({ start, title, summary, quotes }) => ({
      start,
      title,
      summary,
      // A quote of a person may have no time: it gets the start of its chapter.
      quotes: quotes.map(({ text, at = start, speaker }) => ({ text, at, ...optional(speaker) })),
    })),
  };
}

/** The searched form of a stored video. */
export function toSearchedVideo(document: IndexedVideoDocument): SearchedVideo {
  const { _id: id, transcript, lineStarts, lineSpeakers = [], speakers = [], ...rest } = document;
  const texts = transcript.split('\n');
  const speakerAt = (index: number) => speakers[(lineSpeakers[index] ?? 0) - 1]?.name;
  const lines = lineStarts.map((start, index) => ({
    start,
    text: texts[index] ?? '',
    ...optional(speakerAt(index)),
  }));
  return { ...rest, id, lines };
}

/** A speaker, or no field. */
function optional(speaker: string | undefined): { speaker?: string } {
  return speaker === undefined ? {} : { speaker };
}

/** An invalid transcript is treated as empty; the other texts of the video are still found. */
function cuesOf(vtt: string): readonly Cue[] {
  try {
    return vtt === '' ? [] : parseWebVtt(vtt).filter((cue) => !isUnclear(cue));
  } catch (error) {
    if (error instanceof WebVttError) return [];
    throw error;
  }
}
