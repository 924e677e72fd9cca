import { statfs } from 'node:fs/promises';
import { inMegabytes } from './progress.ts';

/** Free space that a copy leaves. */
const spareBytes = 64 * 1024 * 1024;

/** @throws when the disk of a folder has too little space for so many bytes */
export async function assertSpace(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize - spareBytes;
  if (free >= neededBytes) return;
  throw new Error(
    `${folder} has too little space: ${inMegabytes(neededBytes)} are needed, ${inMegabytes(Math.max(0, free))} are free.`,
  );
}
