import type { MediaLimits } from '../common/limits.ts';
import type { PackagedMedia } from '../common/packaged-media.ts';
import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { findDifference } from './compare-tracks.ts';
import { probe } from './probe.ts';

/** A packaged file to compare with the file it was made from. */
export interface Verification {
  source: string;
  result: string;
  media: PackagedMedia;
  signal: AbortSignal;
}

/** How much the length may differ: packaging tolerates as much. */
const tolerance = { seconds: 1, share: 0.05 };
const decodedSeconds = 3;
const decodeTimeoutMs = 120_000;

/**
 * Checks that a packaged file has the tracks and the length that the asset declares, that each track has samples wherever
 * the source does, and that its start, middle and end can be decoded wherever the source can.
 *
 * @throws MediaError when it does not
 */
export async function verifyMedia(
  tools: MediaTools,
  { source, result, media, signal }: Verification,
  limits: MediaLimits,
): Promise<void> {
  const facts = await probe(tools, result, limits, signal);
  const origin = await probe(tools, source, limits, signal);
  const difference = Math.abs((facts.duration ?? 0) - media.duration);
  if (difference > tolerance.seconds + tolerance.share * media.duration) throw differs('length');
  if ((facts.video === undefined) !== (media.video === undefined)) throw differs('picture');
  if ((facts.audio === undefined) !== (media.audio === undefined)) throw differs('sound');
  // With several tracks of a kind, the source stays in any case.
  if (origin.sounds.length <= 1 && origin.pictures.length <= 1) {
    const sides = [
      { input: source, facts: origin },
      { input: result, facts },
    ] as const;
    const kind = await findDifference(tools, ...sides, { limits, signal });
    if (kind !== undefined) throw differs(kind === 'video' ? 'picture' : 'sound');
  }
  for (const start of [0, media.duration / 2, Math.max(0, media.duration - decodedSeconds)]) {
    if (await decodes(tools, result, start, signal)) continue;
    if (await decodes(tools, source, start, signal)) throw differs('content');
  }
}

async function decodes(
  tools: MediaTools,
  input: string,
  start: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const times: number[] = [];
    await tools.ffmpeg({
      input,
      // From the key frame before, because the only picture may be shown for minutes. All that is decoded may be before the start.
      inputOptions: ['-noaccurate_seek', '-ss', start.toFixed(3)],
      output: ['-t', String(decodedSeconds), '-f', 'null', '-'],
      timeoutMs: decodeTimeoutMs,
      signal,
      onTime: (time) => times.push(time),
    });
    return times.length > 0;
  } catch (error) {
    if (error instanceof MediaError && error.type === 'invalid_input') return false;
    throw error;
  }
}

function differs(what: string): MediaError {
  return new MediaError('internal_error', `The ${what} of the packaged file differs from the source.`);
}
