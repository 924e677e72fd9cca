import { stat } from 'node:fs/promises';
import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';

/** One picture of a video; `time` in seconds, `width` in pixels. */
export interface ThumbnailRequest {
  source: string;
  target: string;
  time: number;
  width: number;
  signal?: AbortSignal;
}

const thumbnailTimeoutMs = 30_000;
/** For one picture, starting frame threads costs more time than they save. */
const fewThreads = { decoder: ['-thread_type', 'slice'], rest: ['-threads', '1', '-filter_threads', '1'] };

/**
 * Saves the frame at a time as JPEG. When no frame begins at or after that time (a still last slide), it takes the key
 * frame before it.
 *
 * @throws MediaError when the source has no such picture
 */
export async function takeThumbnail(tools: MediaTools, request: ThumbnailRequest): Promise<void> {
  const seek = ['-ss', request.time.toFixed(3)];
  for (const inputOptions of [seek, ['-noaccurate_seek', ...seek], []]) {
    await takeFrame(tools, request, inputOptions);
    const size = await stat(request.target).then(
      (stats) => stats.size,
      () => 0,
    );
    if (size > 0) return;
  }
  throw new MediaError('invalid_input', 'The video has no picture at this time.');
}

async function takeFrame(
  tools: MediaTools,
  request: ThumbnailRequest,
  inputOptions: readonly string[],
): Promise<void> {
  await tools.ffmpeg({
    input: request.source,
    inputOptions: [...inputOptions, ...fewThreads.decoder],
    output: [
      ...fewThreads.rest,
      ...['-map', '0:V:0', '-frames:v', '1', '-an', '-sn', '-dn', '-map_metadata', '-1'],
      ...['-vf', `scale=${request.width}:-2:flags=bicubic`, '-q:v', '4'],
      ...['-f', 'image2', '-update', '1', `file:${request.target}`],
    ],
    timeoutMs: thumbnailTimeoutMs,
    signal: request.signal,
    isTolerant: true,
    isUrgent: true,
  });
}
