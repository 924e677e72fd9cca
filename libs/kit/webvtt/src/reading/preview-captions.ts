import { decodeFile, type TextEncoding } from '@vault/text-file';
import { readCaptions, type CaptionsFile, type CaptionsLimits } from './read-captions.ts';

/** What a file would say in an encoding. */
export interface CaptionsReading {
  readonly encoding: TextEncoding;
  /** The first lines in which encodings differ, at most three, of at most 200 characters. */
  readonly lines: readonly string[];
}

/** A file with captions, before it is used. */
export interface CaptionsPreview extends CaptionsFile {
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Whether the bytes say the encoding. */
  readonly isCertain: boolean;
  /** That of the encoding in use, and at most two others to choose from. */
  readonly readings: readonly CaptionsReading[];
  /** In the order in which they speak first. */
  readonly speakers: readonly string[];
}

export interface PreviewedFile {
  readonly bytes: Uint8Array;
  /** Absent: it is found. */
  readonly encoding?: TextEncoding | undefined;
  readonly limits: CaptionsLimits;
}

const shownLines = 3;
const shownCharacters = 200;
const unlikeAscii = /[^\0-\x7f]/;

/** Decodes a file of a person and reads its captions as {@link readCaptions}. */
export function previewCaptions({ bytes, encoding, limits }: PreviewedFile): CaptionsPreview {
  const { text, others, ...decoded } = decodeFile(bytes, encoding);
  const file = readCaptions(text, limits);
  const lines = linesOf(text);
  const places = lines.flatMap((line, at) => (unlikeAscii.test(line) ? at : [])).slice(0, shownLines);
  const reading = (of: TextEncoding, from: readonly string[]) => ({
    encoding: of,
    lines: places.map((at) => (from[at] ?? '').slice(0, shownCharacters)),
  });
  return {
    ...file,
    ...decoded,
    text,
    readings: [
      reading(decoded.encoding, lines),
      ...others.map((other) => reading(other, linesOf(decodeFile(bytes, other).text))),
    ],
    speakers: [...new Set(file.cues.flatMap(({ speaker }) => speaker ?? []))],
  };
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
