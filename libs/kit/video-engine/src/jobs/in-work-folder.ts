import { rm } from 'node:fs/promises';

import type { AssetFiles } from '../asset-files.ts';

/** Runs work with a folder of its own, and removes the folder afterwards, also after an error. */
export async function inWorkFolder<T>(files: AssetFiles, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await files.workFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
