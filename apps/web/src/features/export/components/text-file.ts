import type { VideoRecord } from '@vault/contracts';
import { formatSrt, formatWebVtt, parseWebVtt, WebVttError } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { chaptersVtt } from '../model/chapters-vtt.ts';
import { fileName } from '../../../lib/text/file-name.ts';
import { showNotes } from '../model/show-notes.ts';
import { transcriptText } from '../model/transcript-text.ts';
import { videoJson } from '../model/video-json.ts';
import { youtubeChapters } from '../model/youtube-chapters.ts';
import { exportStrings as strings } from '../export.strings.ts';

/** The kinds of files a video can be exported as. */
export type FileKind = keyof typeof strings.fileSuffixes;

export interface TextFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

const types: Record<FileKind, string> = {
  youtube: 'text/plain;charset=utf-8',
  chapters: 'text/vtt;charset=utf-8',
  vtt: 'text/vtt;charset=utf-8',
  srt: 'application/x-subrip;charset=utf-8',
  text: 'text/plain;charset=utf-8',
  notes: 'text/markdown;charset=utf-8',
  json: 'application/json',
};

/** The cues of the transcript; empty when there is none or it cannot be parsed. */
function cuesOf({ vtt = '' }: Pick<VideoRecord, 'vtt'>): Cue[] {
  try {
    return vtt.trim() === '' ? [] : parseWebVtt(vtt);
  } catch (error) {
    if (!(error instanceof WebVttError)) throw error;
    console.warn('The transcript is not WebVTT.', error);
    return [];
  }
}

function textOf(kind: FileKind, video: VideoRecord, now: Date): string {
  const spans = chapterSpans(video.chapters, video.duration);
  switch (kind) {
    case 'youtube':
      return `${youtubeChapters(spans, video.duration).text}\n`;
    case 'chapters':
      return chaptersVtt(spans);
    case 'vtt':
      return formatWebVtt(cuesOf(video));
    case 'srt':
      return formatSrt(cuesOf(video));
    case 'text':
      return transcriptText(video.title, spans, cuesOf(video));
    case 'notes':
      return showNotes(video, spans);
    case 'json':
      return videoJson(video, cuesOf(video), now);
  }
}

/** Exports the video as a file of one kind. */
export function textFile(kind: FileKind, video: VideoRecord, now: Date): TextFile {
  return {
    name: fileName(video.title, strings.fileSuffixes[kind]),
    type: types[kind],
    text: textOf(kind, video, now),
  };
}

/** Why there is no transcript to export, as a sentence; empty when there is one. */
export function transcriptProblem({
  vtt,
  captions,
  captionsReason,
}: Pick<VideoRecord, 'vtt' | 'captions' | 'captionsReason'>): string {
  if (cuesOf({ vtt }).length > 0) return '';
  if (captions === 'pending') return 'The transcript is not ready yet.';
  return captionsReason || (vtt?.trim() ? 'The transcript could not be loaded.' : 'There is no transcript.');
}
