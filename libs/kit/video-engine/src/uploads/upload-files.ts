import { mkdir, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of uploads: one folder per upload, named by its id, never by the client. */
export class UploadFiles {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'uploads');
  }

  path(uploadId: string): string {
    return join(this.folder, uploadId, 'source');
  }

  root(): string {
    return this.folder;
  }

  /** Opens an upload's file for writing at any position; creates it when it does not exist. */
  async open(uploadId: string): Promise<FileHandle> {
    await mkdir(join(this.folder, uploadId), { recursive: true });
    return await open(this.path(uploadId), 'r+').catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      return await open(this.path(uploadId), 'w+');
    });
  }

  /** Saves, synced to disk, that `held` bytes of an upload are stored. Call it before acknowledging them. */
  async saveHeld(uploadId: string, heldBytes: number): Promise<void> {
    await writeFile(this.heldPath(uploadId), `${heldBytes}\n`, { flush: true });
  }

  /** Reads the first bytes of an upload's file. */
  async head(uploadId: string, length: number): Promise<Buffer> {
    const file = await open(this.path(uploadId), 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  /**
   * Makes an upload's file match its stored count after a crash: later bytes were never acknowledged and are cut off.
   * Returns the bytes of the file, which are fewer than the count only if the file system lost some. After a power failure
   * the saved count may be higher than the catalogue's; it lacks its line end if the failure came during its write.
   *
   * @param catalogueBytes the count in the catalogue
   */
  async recover(uploadId: string, catalogueBytes: number): Promise<number> {
    const note = await readFile(this.heldPath(uploadId), 'utf8').catch(() => '');
    const heldBytes = Math.max(catalogueBytes, Number(/^(\d{1,15})\n$/.exec(note)?.[1] ?? 0));
    const size = await stat(this.path(uploadId)).then(
      (stats) => stats.size,
      () => 0,
    );
    if (size > heldBytes) await truncate(this.path(uploadId), heldBytes);
    return Math.min(size, heldBytes);
  }

  private heldPath(uploadId: string): string {
    return join(this.folder, uploadId, 'held');
  }

  async remove(uploadId: string): Promise<void> {
    await rm(join(this.folder, uploadId), { recursive: true, force: true });
  }
}

/** Whether a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
