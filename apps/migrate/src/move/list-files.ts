import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A file below a folder. */
export interface ListedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/**
 * The files below a folder, sorted by path; none when the folder does not exist.
 * @throws when something that is wanted is neither a file nor a folder
 */
export async function listFiles(
  folder: string,
  isWanted: (file: { readonly path: string }) => boolean = () => true,
): Promise<ListedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(noneIfMissing);
  const files: ListedFile[] = [];
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
    if (entry.isDirectory() || !isWanted({ path })) continue;
    if (!entry.isFile()) throw new Error(`${join(folder, path)} is neither a file nor a folder.`);
    const { size, mtimeMs } = await stat(join(folder, path));
    files.push({ path, size, changedAt: mtimeMs });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
