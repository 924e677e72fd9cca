import { tmpdir } from 'node:os';

import { MediaTools } from '../media/media-tools.ts';
import { detectSandbox } from '../media/sandbox.ts';
import type { Limits } from '../options.ts';
import { DEFAULT_LIMITS } from '../options.ts';
import { Room } from '../room.ts';

/** The guarded programs as the engine uses them. */
export async function makeTools(
  limits: Limits = DEFAULT_LIMITS,
  room = new Room(tmpdir(), limits.reserveBytes),
): Promise<MediaTools> {
  return new MediaTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }, await detectSandbox(), limits, room);
}
