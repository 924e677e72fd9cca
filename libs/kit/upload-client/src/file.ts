import { UploadStopped } from './upload-stopped.ts';
import { uploadMessages } from './upload.ts';

/**
 * Reads a small part of a file. Uses FileReader, because it exists wherever File does.
 * @throws DOMException when the file was changed, moved or is a folder
 */
export function readBytes(blob: Blob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsArrayBuffer(blob);
  });
}

/**
 * Reads one byte where the next chunk begins. The read fails when the file was changed, moved or is a folder; a
 * request with such a body fails in the same way as a lost connection.
 * @throws UploadStopped when the file is empty or cannot be read
 */
export async function checkReadable(file: File, position = 0): Promise<void> {
  if (file.size === 0) throw UploadStopped.byFile(file);
  try {
    await readBytes(file.slice(position, position + 1));
  } catch (cause) {
    throw UploadStopped.byFile(file, cause);
  }
}

/** @throws UploadStopped when the file is larger than allowed */
export function checkSize(file: File, maxFileSizeKb: number): void {
  const limit = maxFileSizeKb * 1024;
  if (file.size <= limit) return;
  const detail = `${String(file.size)} > ${String(limit)} bytes`;
  throw new UploadStopped(uploadMessages.tooLarge, { kind: 'too-large', detail });
}

const sampleBytes = 64 * 1024;
const lanes = [
  { seed: 0x811c9dc5, prime: 0x01000193 },
  { seed: 0x9e3779b9, prime: 0x85ebca6b },
];

/**
 * FNV-1a in two lanes. It prevents accidental collisions, not deliberate ones; SubtleCrypto is missing on plain-http
 * pages.
 */
function hash(parts: readonly Uint8Array[]): string {
  return lanes
    .map(({ seed, prime }) => {
      let lane = seed;
      for (const part of parts) for (const byte of part) lane = Math.imul(lane ^ byte, prime) ^ (lane >>> 15);
      return (lane >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
}

/**
 * Identifies a file without reading all of it: name, size, type, time of last change, and a hash over the first,
 * middle and last 64 KiB.
 * @throws DOMException when the file cannot be read
 */
export async function fingerprintFile(file: File): Promise<string> {
  const middle = Math.max(0, Math.floor((file.size - sampleBytes) / 2));
  const last = Math.max(0, file.size - sampleBytes);
  const starts = [...new Set([0, middle, last])];
  const samples = await Promise.all(starts.map((start) => readBytes(file.slice(start, start + sampleBytes))));
  return JSON.stringify([file.name, file.size, file.type, file.lastModified, hash(samples)]);
}
