import { uploadMessages } from './upload-messages.ts';

/** Chunk sizes are multiples of this many KB; storage services demand it. */
const STEP_KB = 256;
const FAST_MS = 10_000;
const SLOW_MS = 30_000;

/** Bounds of a chunk's size, in KB of 1024 bytes, both multiples of 256. */
export interface ChunkSizeBounds {
  minKb: number;
  maxKb: number;
}

function isMultiple(sizeKb: number): boolean {
  return Number.isInteger(sizeKb) && sizeKb > 0 && sizeKb % STEP_KB === 0;
}

/** @throws TypeError when the size or its bounds break the rules */
export function assertChunkSize(sizeKb: number, { minKb, maxKb }: ChunkSizeBounds): void {
  const isValid = [sizeKb, minKb, maxKb].every(isMultiple) && minKb <= sizeKb && sizeKb <= maxKb;
  if (!isValid) throw new TypeError(uploadMessages.chunkSize);
}

/**
 * The size of the chunk after one that took `elapsedMs`: double when it was quick (under 10 s), half when it was
 * slow (over 30 s), rounded up to a multiple of 256 KB and kept inside the bounds.
 */
export function nextChunkSizeKb(
  sizeKb: number,
  elapsedMs: number,
  { minKb, maxKb }: ChunkSizeBounds,
): number {
  if (elapsedMs >= FAST_MS && elapsedMs <= SLOW_MS) return sizeKb;
  const wantedKb = elapsedMs < FAST_MS ? sizeKb * 2 : sizeKb / 2;
  const roundedKb = Math.ceil(wantedKb / STEP_KB) * STEP_KB;
  return Math.min(maxKb, Math.max(minKb, roundedKb));
}
