import { statfs } from 'node:fs/promises';
import { DataFolderError } from '@vault/base';

/** Free space that a copy leaves. */
const spareBytes = 64 * 1024 * 1024;

/** @throws {DataFolderError} when the disk of a folder has too little space for so many bytes */
export async function assertSpace(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize - spareBytes;
  if (free >= neededBytes) return;
  throw new DataFolderError(
    `${folder} has too little space: ${inMegabytes(neededBytes)} are needed, ${inMegabytes(Math.max(0, free))} are free. Free some, then run this again.`,
  );
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
