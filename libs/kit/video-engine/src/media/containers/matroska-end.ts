import type { FileHandle } from 'node:fs/promises';

import { readAt } from './read-at.ts';

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const ID_BYTES = 4;
const MAX_LENGTH_BYTES = 8;

/** Finds where the segment of a Matroska or WebM file ends; undefined for live recordings, which declare no length. */
export async function findMatroskaEnd(file: FileHandle): Promise<number | undefined> {
  const body = await readElement(file, 0, EBML);
  if (body?.length === undefined) return undefined;
  const segment = await readElement(file, body.start + body.length, SEGMENT);
  return segment?.length === undefined ? undefined : segment.start + segment.length;
}

/** Reads where the content of the element at a position begins, and its length if it is declared. */
async function readElement(
  file: FileHandle,
  position: number,
  id: number,
): Promise<{ start: number; length: number | undefined } | undefined> {
  const header = await readAt(file, position, ID_BYTES + MAX_LENGTH_BYTES);
  if (header.length < ID_BYTES + MAX_LENGTH_BYTES || header.readUInt32BE(0) !== id) return undefined;
  const first = header.readUInt8(ID_BYTES);
  // The position of the first set bit gives the number of length bytes; all ones mean an unknown length.
  const bytes = Math.clz32(first) - 23;
  if (bytes > MAX_LENGTH_BYTES) return undefined;
  const mask = (1n << BigInt(7 * bytes)) - 1n;
  const digits = header.toString('hex', ID_BYTES, ID_BYTES + bytes);
  const value = BigInt(`0x${digits}`) & mask;
  return { start: position + ID_BYTES + bytes, length: value === mask ? undefined : Number(value) };
}
