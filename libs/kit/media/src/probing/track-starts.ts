import type { MediaTools } from '../tools/media-tools.ts';

/** When a track begins, in seconds after ffmpeg's zero of the file. */
export interface TrackStart {
  start: number;
  /** Whether the file hides its first samples, which decoding may need. */
  isTrimmed: boolean;
}

/** Enough to find the first picture that is shown where pictures are stored in another order. */
const firstPackets = 16;
/** Encoders of sound add up to this length before the first sample. */
const encoderDelaySeconds = 0.15;

/** Returns when the first used track begins. */
export function earliestStart({ video, audio }: { video?: TrackStart; audio?: TrackStart }): number {
  return Math.min(video?.start ?? Infinity, audio?.start ?? Infinity);
}

/**
 * Reads the first packets of tracks, because many files declare no start of a track that begins late.
 *
 * @param tracks their stream numbers, and the times at which they start as far as ffprobe knows
 * @param fileStart ffmpeg's zero of the file, in seconds of the file's own time
 * @returns the starts by stream number; without tracks that have nothing in them
 */
export async function readStarts(
  tools: MediaTools,
  input: string,
  tracks: readonly { index: number; start_time?: number }[],
  { fileStart, timeoutMs, signal }: { fileStart: number; timeoutMs: number; signal?: AbortSignal },
): Promise<Map<number, TrackStart>> {
  const starts = new Map<number, TrackStart>();
  for (const { index, start_time: declared = fileStart } of tracks) {
    const all: number[] = [];
    const shown: number[] = [];
    await tools.packets({
      input,
      track: String(index),
      count: firstPackets,
      timeoutMs,
      signal,
      onPacket: ({ time, isShown }) => {
        all.push(time);
        if (isShown) shown.push(time);
      },
    });
    if (all.length === 0) continue;
    const start = shown.length > 0 ? Math.min(...shown) : declared;
    const isTrimmed = start - Math.min(start, ...all) > encoderDelaySeconds;
    starts.set(index, { start: start - fileStart, isTrimmed });
  }
  return starts;
}
