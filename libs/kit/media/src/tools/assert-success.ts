import { acceptedFormats } from './formats.ts';
import { MediaError, unsupportedCodec } from './media-error.ts';
import type { ToolResult } from './run-tool.ts';

/** ffmpeg's messages for failures of the environment, not of the file: the job is retried. */
const environmentFailure = /No space left on device|Disk quota exceeded/;
const outOfMemory = /Cannot allocate memory/;
/** ffmpeg's message for an output above the maximum file size (`prlimit`); a full disk has another message. */
const tooLarge = /File too large/;
const refusedCodec = /Codec \(([\w-]+)\) not on whitelist/g;

/** A program was killed, crashed or ran out of memory. The second time with one file, the file counts as the cause. */
export class ToolCrashedError extends Error {
  override readonly name = 'ToolCrashedError';
}

/**
 * Throws when a run failed. The error's cause has ffmpeg's own message for the log; its message contains no path.
 *
 * @throws MediaError `invalid_input` when the file is the cause, ToolCrashedError when it may be, Error when the
 * environment is
 */
export function assertSuccess({ code, signal, stderr }: ToolResult): void {
  const text = stderr.trim();
  // Checked before the exit code, because with some outputs ffmpeg reports a full disk but exits with 0.
  if (environmentFailure.test(text)) throw new Error(`ffmpeg was stopped by its environment: ${text}`);
  if (code === 0) return;
  const cause = new Error(`exit ${String(code ?? signal)}: ${text}`);
  if (signal === 'SIGXFSZ' || tooLarge.test(text)) {
    throw new MediaError('invalid_input', 'The file becomes too large when it is processed.', { cause });
  }
  if (code === null || outOfMemory.test(text)) {
    throw new ToolCrashedError('ffmpeg was killed or had no memory left', { cause });
  }
  throw new MediaError('invalid_input', explain(text), { cause });
}

/** Returns the names of the decoders that a program was not allowed to use. */
export function refusedCodecs(stderr: string): string[] {
  return [...stderr.matchAll(refusedCodec)].map(([, name = '']) => name);
}

function explain(stderr: string): string {
  // The name comes from the decoder, never from the file.
  const [codec] = refusedCodecs(stderr);
  if (codec !== undefined) return unsupportedCodec(codec);
  if (stderr.includes('exceeds specified max pixel count')) return 'The picture of the file is too large.';
  return `The file could not be read: it is damaged, cut short or of another format. ${acceptedFormats}`;
}
