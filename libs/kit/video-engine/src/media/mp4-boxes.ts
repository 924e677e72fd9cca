import { open } from 'node:fs/promises';

const HEADER_BYTES = 16;
const MOST_BOXES = 100_000;

/**
 * Whether an MP4 or QuickTime file ends inside a top-level box: a download or upload that was cut. ffmpeg opens such a
 * file without complaint when its index comes first.
 */
export async function isCutMp4(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const header = Buffer.alloc(HEADER_BYTES);
    let position = 0;
    for (let count = 0; position < size && count < MOST_BOXES; count += 1) {
      const { bytesRead } = await file.read(header, 0, HEADER_BYTES, position);
      const length = boxLength(header.subarray(0, bytesRead));
      if (length === 0) return false; // The box runs to the end of the file by declaration.
      if (length === undefined) return false; // Not a box: trailing bytes that players ignore.
      position += length;
    }
    return position > size;
  } finally {
    await file.close();
  }
}

/** Length of a box in bytes, 0 for "to the end of the file", undefined when it is no box. */
function boxLength(header: Buffer): number | undefined {
  if (header.length < 8) return undefined;
  const type = header.toString('latin1', 4, 8);
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return undefined;
  const short = header.readUInt32BE(0);
  if (short === 0 || short >= 8) return short;
  if (short !== 1 || header.length < HEADER_BYTES) return undefined;
  const long = Number(header.readBigUInt64BE(8));
  return long < HEADER_BYTES ? undefined : long;
}
