import type { FileHandle } from 'node:fs/promises';
import type { End } from './end.ts';
import { readAt } from './read-at.ts';

const ebmlId = 0x1a45dfa3;
const segmentId = 0x18538067;
const maxIdBytes = 4;
/** More clusters than hours of recording have. */
const maxParts = 100_000;
const maxLengthBytes = 8;

/**
 * Finds where the segment of a Matroska or WebM file ends. One that declares no length, as of live recordings, is open: it ends
 * with its last part, or undefined when that declares no length either.
 */
export async function findMatroskaEnd(file: FileHandle, size: number): Promise<End | undefined> {
  const head = await readElement(file, 0);
  if (head?.id !== ebmlId || head.length === undefined) return undefined;
  const segment = await readElement(file, head.start + head.length);
  if (segment?.id !== segmentId) return undefined;
  const { start, length } = segment;
  if (length !== undefined) return { position: start + length, isOpen: false };
  let position = start;
  for (let count = 0; position < size && count < maxParts; count += 1) {
    const part = await readElement(file, position);
    if (part?.length === undefined) return undefined;
    position = part.start + part.length;
  }
  return { position, isOpen: true };
}

/** Reads the number of the element at a position, where its content begins, and its length if it is declared. */
async function readElement(
  file: FileHandle,
  position: number,
): Promise<{ id: number; start: number; length: number | undefined } | undefined> {
  const header = await readAt(file, position, maxIdBytes + maxLengthBytes);
  const idBytes = bytesOf(header[0]);
  const bytes = bytesOf(header[idBytes]);
  if (idBytes > maxIdBytes || bytes > maxLengthBytes || header.length < idBytes + bytes) return undefined;
  const mask = (1n << BigInt(7 * bytes)) - 1n;
  const value = BigInt(`0x${header.toString('hex', idBytes, idBytes + bytes)}`) & mask;
  return {
    id: header.readUIntBE(0, idBytes),
    start: position + idBytes + bytes,
    // All ones mean an unknown length.
    length: value === mask ? undefined : Number(value),
  };
}

/** The position of the first set bit of a number's first byte gives how many bytes it has. */
function bytesOf(first = 0): number {
  return Math.clz32(first) - 23;
}
