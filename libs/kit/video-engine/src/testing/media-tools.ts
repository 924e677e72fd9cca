import { tmpdir } from 'node:os';

import { MediaTools } from '../media/tools/media-tools.ts';
import { detectSandbox } from '../media/tools/sandbox.ts';
import type { Limits } from '../common/options.ts';
import { defaultLimits } from '../common/options.ts';
import { DiskSpace } from '../common/disk-space.ts';

/**
 * Creates ffmpeg and ffprobe with the engine's restrictions, but with normal priority: beside other specs, those of low
 * priority took three times as long and were the last to end.
 */
export async function makeTools(
  limits: Limits = defaultLimits,
  disk = new DiskSpace(tmpdir(), limits.reserveBytes),
): Promise<MediaTools> {
  const { foreground, features } = await detectSandbox();
  const sandbox = { foreground, background: foreground, features };
  return new MediaTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }, sandbox, limits, disk);
}
