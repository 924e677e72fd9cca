import { closeSync, fstatSync, globSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from './product.ts';

/**
 * The file of the only unfinished upload. Once opened, its bytes stay readable when the upload is complete: the file
 * becomes an object then, which is deleted when it is packaged.
 */
export class StoredUpload {
  private readonly folder: string;
  private readonly totalBytes: number;
  private file: number | undefined;

  constructor(product: Product, totalBytes: number) {
    this.folder = join(product.mediaDir, 'objects/.parts');
    this.totalBytes = totalBytes;
  }

  /** Opens the file if it is not open; returns false when no part of the upload is stored. */
  open(): boolean {
    if (this.file !== undefined) return true;
    const [path, ...more] = globSync(join(this.folder, '*', 'bytes')).filter(
      (name) => (statSync(name, { throwIfNoEntry: false })?.size ?? Infinity) < this.totalBytes,
    );
    if (more.length > 0) throw new Error('there are several unfinished uploads');
    if (path !== undefined) this.file = openSync(path, 'r');
    return path !== undefined;
  }

  /** The bytes in the file; 0 before it is open. */
  get bytes(): number {
    return this.file === undefined ? 0 : fstatSync(this.file).size;
  }

  /** Reads the file and closes it. */
  read(): Buffer {
    if (this.file === undefined) throw new Error('the upload was never opened');
    const bytes = readFileSync(this.file);
    closeSync(this.file);
    this.file = undefined;
    return bytes;
  }
}
