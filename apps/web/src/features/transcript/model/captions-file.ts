import { captionsFileLimit, captionsLimit, captionsProblem, transcriptLineLimit } from '@vault/contracts';
import { formatWebVtt, readCaptions, withoutWordStarts } from '@vault/webvtt';
import type { CaptionsFile } from '@vault/webvtt';
import { transcriptStrings } from '../transcript.strings.ts';

const strings = transcriptStrings.captions;

/** A file as the server will read it. */
export interface ReadFile extends CaptionsFile {
  readonly name: string;
  readonly text: string;
}

function bytesOf(file: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(reader.result as ArrayBuffer);
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error('The file could not be read.'));
    };
    reader.readAsArrayBuffer(file);
  });
}

/** Text of UTF-8 or, with its mark, UTF-16; any other bytes are Windows-1252, which older tools write. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Reads a file with captions and checks it as the server does.
 * @param durationSeconds of the video; 0: unknown
 * @returns why it cannot be read, as a sentence, or the file with its problems
 */
export async function readCaptionsFile(file: File, durationSeconds: number): Promise<ReadFile | string> {
  if (file.size > captionsFileLimit) return strings.tooLarge;
  let text: string;
  try {
    text = decode(new Uint8Array(await bytesOf(file)));
  } catch (error) {
    console.warn('A file could not be read.', error);
    return strings.unreadable;
  }
  // UTF-8 may be longer.
  if (new TextEncoder().encode(text).length > captionsFileLimit) return strings.tooLarge;
  const limits = { maxCues: captionsLimit, maxTextLength: transcriptLineLimit, durationSeconds };
  const read = readCaptions(text, limits);
  const problem =
    read.problems.length === 0
      ? captionsProblem({ vtt: formatWebVtt(read.cues.map(withoutWordStarts)) })
      : '';
  return problem || { ...read, name: file.name, text };
}
