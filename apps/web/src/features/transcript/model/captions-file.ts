import { captionsFileLimit, captionsLimit, captionsProblem, transcriptLineLimit } from '@vault/contracts';
import type { TextEncoding } from '@vault/text-file';
import { formatWebVtt, withoutWordStarts } from '@vault/webvtt';
import type { CaptionsPreview } from '@vault/webvtt/preview';
import { readBytes } from '../../../lib/browser/read-bytes.ts';
import { transcriptStrings } from '../transcript.strings.ts';

const strings = transcriptStrings.captions;

/** A file as the server will read it. */
export interface ReadFile extends CaptionsPreview {
  readonly name: string;
}

/**
 * Reads a file with captions and checks it as the server does.
 * @param durationSeconds of the video; 0: unknown
 * @param encoding that a person has chosen; absent: it is found
 * @returns why it cannot be read, as a sentence, or the file with its problems
 */
export async function readCaptionsFile(
  file: File,
  durationSeconds: number,
  encoding?: TextEncoding,
): Promise<ReadFile | string> {
  if (file.size > captionsFileLimit) return strings.tooLarge;
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(file);
  } catch (error) {
    console.warn('A file could not be read.', error);
    return strings.unreadable;
  }
  const { previewCaptions } = await import('@vault/webvtt/preview');
  const limits = { maxCues: captionsLimit, maxTextLength: transcriptLineLimit, durationSeconds };
  const read = previewCaptions({ bytes, encoding, limits });
  // UTF-8 may be longer.
  if (new TextEncoder().encode(read.text).length > captionsFileLimit) return strings.tooLarge;
  const problem =
    read.problems.length === 0
      ? captionsProblem({ vtt: formatWebVtt(read.cues.map(withoutWordStarts)) })
      : '';
  return problem || { ...read, name: file.name };
}
