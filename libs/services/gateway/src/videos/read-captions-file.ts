import {
  captionsLimit,
  captionsProblem,
  transcriptLineLimit,
  type CaptionsPreviewData,
} from '@vault/contracts';
import type { TextEncoding } from '@vault/text-file';
import { formatWebVtt, withoutWordStarts } from '@vault/webvtt';
import { previewCaptions } from '@vault/webvtt/preview';

interface FileToRead {
  readonly bytes: Uint8Array;
  /** Absent: it is found. */
  readonly encoding: TextEncoding | undefined;
  readonly durationSeconds: number;
}

interface ReadCaptionsFile {
  readonly preview: CaptionsPreviewData;
  /** The captions as WebVTT, with the times of their words unless these are too large. */
  readonly vtt: string;
  /** Why the captions are too large, as a sentence; empty when they are not. */
  readonly tooLarge: string;
}

/** As many say whether it is the right file. */
const firstCaptions = 5;

/** Reads a file of a person; runs in a thread. */
export function readCaptionsFile({ bytes, encoding, durationSeconds }: FileToRead): ReadCaptionsFile {
  const limits = { maxCues: captionsLimit, maxTextLength: transcriptLineLimit, durationSeconds };
  const read = previewCaptions({ bytes, encoding, limits });
  const { cues, repaired, leftOut, warnings, problems, speakers, readings } = read;
  const timed = formatWebVtt(cues);
  // The words count: without the times of each they have a third of the size.
  const vtt = captionsProblem({ vtt: timed }) === '' ? timed : formatWebVtt(cues.map(withoutWordStarts));
  return {
    preview: {
      ...{ lines: cues.length, repaired, leftOut, warnings: [...warnings], problems: [...problems] },
      ...{ speakers: [...speakers], encoding: read.encoding, isEncodingCertain: read.isCertain },
      readings: readings.map(({ lines, ...reading }) => ({ ...reading, lines: [...lines] })),
      captions: cues.slice(0, firstCaptions).map(withoutWordStarts),
    },
    vtt,
    tooLarge: captionsProblem({ vtt }),
  };
}
