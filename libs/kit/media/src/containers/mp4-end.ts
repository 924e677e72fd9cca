import type { FileHandle } from 'node:fs/promises';
import type { End } from './end.ts';
import { readAt } from './read-at.ts';

const headerBytes = 16;
const maxBoxes = 100_000;
const maxIndexBytes = 1024 * 1024;
const indexEntryBytes = 12;
/** Top-level boxes of an MP4. Any other data that extends past the end is trailing data that players ignore. */
const boxTypes = new Set(
  'ftyp styp moov mdat moof mfra free skip wide uuid sidx ssix udta meta emsg pnot prft'.split(' '),
);

/**
 * Finds where the top-level boxes of an MP4 or QuickTime file end. One that consists of fragments is open, unless an index
 * before the first of them declares more than there is.
 */
export async function findMp4End(file: FileHandle, size: number): Promise<End | undefined> {
  let position = 0;
  let isOpen = false;
  let indexed: number | undefined;
  for (let count = 0; position < size && count < maxBoxes; count += 1) {
    const header = await readAt(file, position, headerBytes);
    const length = boxLength(header);
    if (length === undefined) return undefined;
    const type = header.toString('latin1', 4, 8);
    if (type === 'sidx' && !isOpen) indexed ??= await readIndexedEnd(file, position, length);
    isOpen ||= type === 'moof';
    position += length;
  }
  const declared = Math.max(position, indexed ?? 0);
  return { position: declared, isOpen: isOpen && (indexed ?? 0) <= size };
}

/** Reads where the fragments end that a segment index (ISO 14496-12, 8.16.3) names. */
async function readIndexedEnd(
  file: FileHandle,
  position: number,
  length: number,
): Promise<number | undefined> {
  const box = await readAt(file, position, Math.min(length, maxIndexBytes));
  const isLong = box[8] === 1;
  const countAt = isLong ? 38 : 30;
  if (box.length < countAt + 2) return undefined;
  let end = position + length + (isLong ? Number(box.readBigUInt64BE(28)) : box.readUInt32BE(24));
  for (let at = countAt + 2; at + 4 <= box.length; at += indexEntryBytes)
    end += box.readUInt32BE(at) & 0x7fff_ffff;
  return end;
}

/** Reads the length of a box in bytes; undefined when it extends to the end of the file or is not a known box. */
function boxLength(header: Buffer): number | undefined {
  if (header.length < 8 || !boxTypes.has(header.toString('latin1', 4, 8))) return undefined;
  const short = header.readUInt32BE(0);
  if (short >= 8) return short;
  if (short !== 1 || header.length < headerBytes) return undefined;
  const long = Number(header.readBigUInt64BE(8));
  return long < headerBytes ? undefined : long;
}
