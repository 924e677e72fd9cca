import type { FileHandle } from 'node:fs/promises';
import type { End } from './end.ts';
import { readAt } from './read-at.ts';

const headerBytes = 8;
const maxChunks = 10_000;
/** Programs that write to a pipe cannot fill in the length later; they leave a value near one of these. */
const placeholderLengths = [0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
const placeholderToleranceBytes = 0x1000;

/**
 * Finds where a WAV or AVI file ends. In a WAV the `data` chunk decides, because the outer length is often wrong. An
 * AVI has one outer chunk per GiB.
 */
export async function findRiffEnd(file: FileHandle, size: number): Promise<End | undefined> {
  const form = (await readAt(file, 8, 4)).toString('latin1');
  const position = form === 'WAVE' ? await findData(file, size) : await findLast(file, size);
  return position === undefined ? undefined : { position, isOpen: false };
}

async function findData(file: FileHandle, size: number): Promise<number | undefined> {
  let position = 12;
  for (let count = 0; position < size && count < maxChunks; count += 1) {
    const header = await readAt(file, position, headerBytes);
    const length = chunkLength(header);
    if (length === undefined) return undefined;
    position += headerBytes + length;
    if (header.toString('latin1', 0, 4) === 'data') return position;
    position += length % 2;
  }
  return undefined;
}

async function findLast(file: FileHandle, size: number): Promise<number | undefined> {
  let position = 0;
  for (let count = 0; position + headerBytes <= size && count < maxChunks; count += 1) {
    const header = await readAt(file, position, headerBytes);
    const length = chunkLength(header);
    if (length === undefined || header.toString('latin1', 0, 4) !== 'RIFF') return undefined;
    const end = position + headerBytes + length;
    if (end > size) return end;
    position = end + (length % 2);
  }
  return undefined;
}

function chunkLength(header: Buffer): number | undefined {
  if (header.length < headerBytes) return undefined;
  const length = header.readUInt32LE(4);
  const isPlaceholder = placeholderLengths.some(
    (value) => length <= value + placeholderToleranceBytes && length >= value - placeholderToleranceBytes,
  );
  return length === 0 || isPlaceholder ? undefined : length;
}
