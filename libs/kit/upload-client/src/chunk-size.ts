import { uploadMessages } from './upload-messages.ts';

/** Storage services require chunk sizes to be multiples of this many KB. */
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

/** @throws TypeError unless all three are positive multiples of 256 and the size is within the bounds */
export function assertChunkSize(sizeKb: number, { minKb, maxKb }: ChunkSizeBounds): void {
  const isValid = [sizeKb, minKb, maxKb].every(isMultiple) && minKb <= sizeKb && sizeKb <= maxKb;
  if (!isValid) throw new TypeError(uploadMessages.chunkSize);
}

/**
 * Computes the size of the chunk that follows one of `elapsedMs`: double when it was fast (under 10 s), half when it
 * was slow (over 30 s), rounded up to a multiple of 256 KB and limited to the bounds.
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
