import { MediaError } from './media-error.ts';
import type { ToolResult } from './run-tool.ts';

/** What ffmpeg says when the surroundings are to blame, not the file: the job is tried again. */
const TROUBLE = /No space left on device|Disk quota exceeded/;
const OUT_OF_MEMORY = /Cannot allocate memory/;
/** Of an output that passes the largest size a program may write: a full disk says something else. */
const TOO_LARGE = /File too large/;
const REFUSED_CODEC = /Codec \((\w+)\) not on whitelist/;

/** A program was killed, crashed or had no memory left: once that is bad luck, twice with one file it is the file. */
export class ToolDiedError extends Error {
  override readonly name = 'ToolDiedError';
}

/**
 * Makes an error of a failed run. The cause keeps ffmpeg's own words for the log; the message says nothing of paths.
 *
 * @throws MediaError `invalid_input` when the file is to blame, ToolDiedError when it may be, Error when its surroundings are
 */
export function assertSuccess({ code, signal, complaint }: ToolResult): void {
  const words = complaint.trim();
  // Of some outputs ffmpeg says so and yet ends well.
  if (TROUBLE.test(words)) throw new Error(`ffmpeg was stopped by its surroundings: ${words}`);
  if (code === 0) return;
  const cause = new Error(`exit ${String(code ?? signal)}: ${words}`);
  if (signal === 'SIGXFSZ' || TOO_LARGE.test(words)) {
    throw new MediaError('invalid_input', 'The file becomes too large when it is processed.', { cause });
  }
  if (code === null || OUT_OF_MEMORY.test(words)) {
    throw new ToolDiedError('ffmpeg was killed or had no memory left', { cause });
  }
  throw new MediaError('invalid_input', explain(words), { cause });
}

function explain(complaint: string): string {
  // The name is the decoder's own, never text of the file.
  const codec = REFUSED_CODEC.exec(complaint)?.[1];
  if (codec !== undefined) {
    return `The file holds a codec that is not supported (${codec}). MP4 with H.264 and AAC works.`;
  }
  if (complaint.includes('exceeds specified max pixel count')) return 'The picture of the file is too large.';
  return 'The file could not be read: it is damaged, cut short or not a video or audio file we support.';
}
