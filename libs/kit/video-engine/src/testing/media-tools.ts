import { tmpdir } from 'node:os';

import { MediaTools } from '../media/media-tools.ts';
import { detectSandbox } from '../media/sandbox.ts';
import type { Limits } from '../options.ts';
import { DEFAULT_LIMITS } from '../options.ts';
import { DiskSpace } from '../disk-space.ts';

/** Creates ffmpeg and ffprobe with the engine's restrictions. */
export async function makeTools(
  limits: Limits = DEFAULT_LIMITS,
  disk = new DiskSpace(tmpdir(), limits.reserveBytes),
): Promise<MediaTools> {
  return new MediaTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }, await detectSandbox(), limits, disk);
}
