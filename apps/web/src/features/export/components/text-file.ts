import type { VideoRecord } from '@vault/contracts';
import { formatSrt, formatWebVtt, parseWebVtt, WebVttError } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { chaptersVtt } from '../model/chapters-vtt.ts';
import { fileName } from '../../../lib/text/file-name.ts';
import { withRecognised } from '../model/recognised-words.ts';
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

interface FileOptions {
  /** Narrows the transcript to what one speaker says. */
  readonly speaker?: string | undefined;
  /** The words before people changed them, for JSON; undefined when nobody did. */
  readonly recognisedVtt?: string | undefined;
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

/** The cues of the transcript, or of one speaker; empty when there are none or they cannot be parsed. */
function cuesOf({ vtt = '' }: Pick<VideoRecord, 'vtt'>, speaker?: string): Cue[] {
  try {
    const cues = vtt.trim() === '' ? [] : parseWebVtt(vtt);
    return speaker === undefined ? cues : cues.filter((cue) => cue.speaker === speaker);
  } catch (error) {
    if (!(error instanceof WebVttError)) throw error;
    console.warn('The transcript is not WebVTT.', error);
    return [];
  }
}

function textOf(
  kind: FileKind,
  video: VideoRecord,
  now: Date,
  { speaker, recognisedVtt }: FileOptions,
): string {
  const spans = chapterSpans(video.chapters, video.duration);
  switch (kind) {
    case 'youtube':
      return `${youtubeChapters(spans, video.duration).text}\n`;
    case 'chapters':
      return chaptersVtt(spans);
    case 'vtt':
      return formatWebVtt(cuesOf(video, speaker));
    case 'srt':
      return formatSrt(cuesOf(video, speaker));
    case 'text':
      return transcriptText(video.title, spans, cuesOf(video, speaker));
    case 'notes':
      return showNotes(video, spans);
    case 'json':
      return videoJson(
        video,
        recognisedVtt === undefined
          ? cuesOf(video)
          : withRecognised(cuesOf(video), cuesOf({ vtt: recognisedVtt })),
        now,
      );
  }
}

/** Exports the video as a file of one kind. */
export function textFile(kind: FileKind, video: VideoRecord, now: Date, options: FileOptions = {}): TextFile {
  const { speaker } = options;
  const title = speaker === undefined ? video.title : `${video.title} - ${speaker}`;
  return {
    name: fileName(title, strings.fileSuffixes[kind]),
    type: types[kind],
    text: textOf(kind, video, now, options),
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
