import { createReadStream } from 'node:fs';

/** Returns the mean square of the samples of a 16-bit WAV; its header is too short to matter. */
export async function meanPower(path: string): Promise<number> {
  let sum = 0;
  let count = 0;
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = piece as Buffer;
    for (let at = 0; at + 2 <= bytes.length; at += 2) sum += bytes.readInt16LE(at) ** 2;
    count += bytes.length >> 1;
  }
  return count === 0 ? 0 : sum / count;
}
