import { rm } from 'node:fs/promises';
import type { AssetFiles } from '../assets/asset-files.ts';

/** Runs work with a temporary folder, and removes it afterwards, also after an error. */
export async function inWorkFolder<T>(files: AssetFiles, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await files.workFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
