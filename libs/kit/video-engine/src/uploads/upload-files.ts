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

  /** Opens an upload's file for writing at any position, making it when there is none. */
  async open(uploadId: string): Promise<FileHandle> {
    await mkdir(join(this.folder, uploadId), { recursive: true });
    return await open(this.path(uploadId), 'r+').catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      return await open(this.path(uploadId), 'w+');
    });
  }

  /** Notes, synced to disk, that `held` bytes of an upload are; what is acknowledged is noted before. */
  async note(uploadId: string, held: number): Promise<void> {
    await writeFile(this.notePath(uploadId), `${held}\n`, { flush: true });
  }

  /** The first bytes of an upload's file. */
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
   * Makes file and catalogue agree after a crash: what the file has beyond what is held was never acknowledged and is cut;
   * returns the bytes there are, fewer than `held` only if the file itself was lost. The note may be ahead of the
   * catalogue after a power cut, and is torn (so without its line end) if the cut came while it was written.
   */
  async recover(uploadId: string, known: number): Promise<number> {
    const note = await readFile(this.notePath(uploadId), 'utf8').catch(() => '');
    const held = Math.max(known, Number(/^(\d{1,15})\n$/.exec(note)?.[1] ?? 0));
    const size = await stat(this.path(uploadId)).then(
      (stats) => stats.size,
      () => 0,
    );
    if (size > held) await truncate(this.path(uploadId), held);
    return Math.min(size, held);
  }

  private notePath(uploadId: string): string {
    return join(this.folder, uploadId, 'held');
  }

  async remove(uploadId: string): Promise<void> {
    await rm(join(this.folder, uploadId), { recursive: true, force: true });
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
