import { tmpdir } from 'node:os';
import { DiskSpace } from '../common/disk-space.ts';
import { type MediaLimits, defaultMediaLimits } from '../common/limits.ts';
import { MediaTools } from '../tools/media-tools.ts';
import { detectSandbox } from '../tools/sandbox.ts';

/**
 * Creates ffmpeg and ffprobe with the engine's restrictions, but with normal priority: beside other specs, those of low
 * priority took three times as long and were the last to end.
 */
export async function makeTools(
  limits: MediaLimits = defaultMediaLimits,
  disk = new DiskSpace(tmpdir(), limits.reserveBytes),
): Promise<MediaTools> {
  const { foreground, features } = await detectSandbox();
  const sandbox = { foreground, background: foreground, features };
  return new MediaTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }, sandbox, limits, disk);
}
