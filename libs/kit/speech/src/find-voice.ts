import { FRAMES_PER_SECOND } from './loudness.ts';

const BLOCK = 5 * FRAMES_PER_SECOND;
const CONTEXT_BLOCKS = 3;

/**
 * Marks each frame as possible speech (1) or pause (0). The threshold follows the noise and voice levels of the
 * surrounding half minute, so it adapts to a fan, a quiet speaker or a change of room.
 * @param loudness decibels per frame
 */
export function findVoice(loudness: Float32Array): Uint8Array {
  const voice = new Uint8Array(loudness.length);
  const silence = silenceBound(loudness);
  for (let from = 0; from < loudness.length; from += BLOCK) {
    const first = Math.max(0, from - CONTEXT_BLOCKS * BLOCK);
    const context = loudness.slice(first, from + (CONTEXT_BLOCKS + 1) * BLOCK).sort();
    const bound = Math.max(silence, voiceBound(context));
    const to = Math.min(loudness.length, from + BLOCK);
    for (let at = from; at < to; at += 1) voice[at] = (loudness[at] ?? 0) >= bound ? 1 : 0;
  }
  return voice;
}

/** Frames below this level are always pauses: -55 dB, or less in a recording that is quiet throughout. */
function silenceBound(loudness: Float32Array): number {
  const loudest = quantile(loudness.slice().sort(), 0.99);
  return Math.max(-75, Math.min(-55, loudest - 30));
}

function voiceBound(sorted: Float32Array): number {
  const floor = quantile(sorted, 0.1);
  const range = quantile(sorted, 0.95) - floor;
  return floor + Math.min(12, 0.35 * range);
}

function quantile(sorted: Float32Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? -96;
}
