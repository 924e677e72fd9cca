import type { FileHandle } from 'node:fs/promises';

import { readAt } from './read-at.ts';

const headerBytes = 16;
const maxBoxes = 100_000;
/** Top-level boxes of an MP4. Any other data that extends past the end is trailing data that players ignore. */
const boxTypes = new Set(
  'ftyp styp moov mdat moof mfra free skip wide uuid sidx ssix udta meta emsg pnot prft'.split(' '),
);

/** Finds where the top-level boxes of an MP4 or QuickTime file end. */
export async function findMp4End(file: FileHandle, size: number): Promise<number | undefined> {
  let position = 0;
  for (let count = 0; position < size && count < maxBoxes; count += 1) {
    const header = await readAt(file, position, headerBytes);
    const length = boxLength(header);
    if (length === undefined) return undefined;
    position += length;
  }
  return position;
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
