import { MediaError } from './media-error.ts';
import type { ToolResult } from './run-tool.ts';

/** What ffmpeg says when the surroundings are to blame, not the file: the job is tried again. */
const TROUBLE = /No space left on device|Cannot allocate memory/;
const REFUSED_CODEC = /Codec \((\w+)\) not on whitelist/;

/**
 * Makes an error of a failed run. The cause keeps ffmpeg's own words for the log; the message says nothing of paths.
 *
 * @throws MediaError `invalid_input` when the file is to blame, Error when its surroundings are
 */
export function assertSuccess(result: ToolResult): void {
  const { code } = result;
  const complaint = result.complaint.trim();
  if (code === 0) return;
  // Without a code it was killed from outside.
  if (code === null || TROUBLE.test(complaint)) {
    throw new Error(`ffmpeg was stopped by its surroundings: ${complaint}`);
  }
  const cause = new Error(`exit ${String(code)}: ${complaint}`);
  throw new MediaError('invalid_input', explain(complaint), { cause });
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
