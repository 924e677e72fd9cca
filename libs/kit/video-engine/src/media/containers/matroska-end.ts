import type { FileHandle } from 'node:fs/promises';

import { readAt } from './read-at.ts';

const ebmlId = 0x1a45dfa3;
const segmentId = 0x18538067;
const idBytes = 4;
const maxLengthBytes = 8;

/** Finds where the segment of a Matroska or WebM file ends; undefined for live recordings, which declare no length. */
export async function findMatroskaEnd(file: FileHandle): Promise<number | undefined> {
  const body = await readElement(file, 0, ebmlId);
  if (body?.length === undefined) return undefined;
  const segment = await readElement(file, body.start + body.length, segmentId);
  return segment?.length === undefined ? undefined : segment.start + segment.length;
}

/** Reads where the content of the element at a position begins, and its length if it is declared. */
async function readElement(
  file: FileHandle,
  position: number,
  id: number,
): Promise<{ start: number; length: number | undefined } | undefined> {
  const header = await readAt(file, position, idBytes + maxLengthBytes);
  if (header.length < idBytes + maxLengthBytes || header.readUInt32BE(0) !== id) return undefined;
  const first = header.readUInt8(idBytes);
  // The position of the first set bit gives the number of length bytes; all ones mean an unknown length.
  const bytes = Math.clz32(first) - 23;
  if (bytes > maxLengthBytes) return undefined;
  const mask = (1n << BigInt(7 * bytes)) - 1n;
  const digits = header.toString('hex', idBytes, idBytes + bytes);
  const value = BigInt(`0x${digits}`) & mask;
  return { start: position + idBytes + bytes, length: value === mask ? undefined : Number(value) };
}
