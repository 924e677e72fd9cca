import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '@vault/base';
import { listFiles, type ListedFile } from './list-files.ts';
import type { Progress } from './progress.ts';

/** The name of a file that is not complete. */
const unfinished = '.moving';
const chunkBytes = 1024 * 1024;

/**
 * Copies the files that the target lacks. A file gets its name when all its bytes are on the disk, so a copy that was
 * killed continues with the next file.
 */
export class MediaCopy {
  /** The hashes of files that this run has read, so that they are not read again for the comparison. */
  readonly hashes = new Map<string, string>();

  constructor(
    private readonly from: string,
    private readonly to: string,
    private readonly files: readonly ListedFile[],
  ) {}

  /** The bytes that are not copied yet. */
  async missingBytes(): Promise<number> {
    return (await this.missing()).reduce((sum, { size }) => sum + size, 0);
  }

  async run(progress: Progress): Promise<void> {
    for (const { path } of await listFiles(this.to))
      if (path.endsWith(unfinished)) await rm(join(this.to, path));
    for (const { path } of await this.missing()) await this.copy(path, progress);
  }

  /** @returns the paths of files that differ, are missing, or are only in the target */
  async differences(progress?: Progress): Promise<string[]> {
    const present = new Set((await listFiles(this.to)).map(({ path }) => path));
    const different: string[] = [];
    for (const { path, size } of this.files) {
      const isPresent = present.delete(path);
      if (!isPresent || !(await this.isSame(path))) different.push(path);
      progress?.add({ bytes: size });
    }
    return [...different, ...present];
  }

  private async missing(): Promise<ListedFile[]> {
    const missing: ListedFile[] = [];
    for (const file of this.files) {
      const size = await stat(join(this.to, file.path)).then(
        (stats) => stats.size,
        () => undefined,
      );
      if (size !== file.size) missing.push(file);
    }
    return missing;
  }

  private async copy(path: string, progress: Progress): Promise<void> {
    const target = join(this.to, path);
    await mkdir(dirname(target), { recursive: true });
    const hash = createHash('sha256');
    const file = await open(`${target}${unfinished}`, 'w', 0o600);
    try {
      for await (const chunk of readChunks(join(this.from, path))) {
        hash.update(chunk);
        await file.writeFile(chunk);
        progress.add({ bytes: chunk.length });
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${target}${unfinished}`, target);
    syncFolder(dirname(target));
    this.hashes.set(path, hash.digest('hex'));
  }

  private async isSame(path: string): Promise<boolean> {
    const source = this.hashes.get(path) ?? (await hashFile(join(this.from, path)));
    this.hashes.set(path, source);
    return source === (await hashFile(join(this.to, path)));
  }
}

/** The SHA-256 of a file, in hexadecimal digits. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readChunks(file)) hash.update(chunk);
  return hash.digest('hex');
}

function readChunks(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>;
}
