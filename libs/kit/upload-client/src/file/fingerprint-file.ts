import { readBytes } from './read-bytes.ts';

const SAMPLE_BYTES = 64 * 1024;
const LANES = [
  { seed: 0x811c9dc5, prime: 0x01000193 },
  { seed: 0x9e3779b9, prime: 0x85ebca6b },
];

/**
 * FNV-1a in two lanes. It prevents accidental collisions, not deliberate ones; SubtleCrypto is missing on plain-http
 * pages.
 */
function hash(parts: readonly Uint8Array[]): string {
  return LANES.map(({ seed, prime }) => {
    let lane = seed;
    for (const part of parts) for (const byte of part) lane = Math.imul(lane ^ byte, prime) ^ (lane >>> 15);
    return (lane >>> 0).toString(16).padStart(8, '0');
  }).join('');
}

/**
 * Identifies a file without reading all of it: name, size, type, time of last change, and a hash over the first,
 * middle and last 64 KiB.
 * @throws DOMException when the file cannot be read
 */
export async function fingerprintFile(file: File): Promise<string> {
  const middle = Math.max(0, Math.floor((file.size - SAMPLE_BYTES) / 2));
  const last = Math.max(0, file.size - SAMPLE_BYTES);
  const starts = [...new Set([0, middle, last])];
  const samples = await Promise.all(
    starts.map((start) => readBytes(file.slice(start, start + SAMPLE_BYTES))),
  );
  return JSON.stringify([file.name, file.size, file.type, file.lastModified, hash(samples)]);
}
