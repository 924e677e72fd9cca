import * as nodeFiles from 'node:fs';
import { dirname } from 'node:path';

/** The calls of Node that are used. */
interface Files {
  closeSync(descriptor: number): void;
  fsyncSync(descriptor: number): void;
  mkdirSync(path: string, options: { recursive: true; mode: number }): string | undefined;
  openSync(path: string, flags: string, mode: number): number;
  renameSync(from: string, to: string): void;
  rmSync(path: string, options: { force: boolean }): void;
  writeFileSync(descriptor: number, content: string | Buffer): void;
}

/**
 * Writes a file that only the user of the process can read, and makes its folder. After a crash or a power cut at any
 * moment it is there whole, or as it was before: a rename alone may reach the disk before the bytes do.
 */
export function writeFileDurably(file: string, content: string | Buffer, files: Files = nodeFiles): void {
  const folder = dirname(file);
  const topFolder = files.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.new`;
  files.rmSync(draft, { force: true });
  withFile(draft, 'wx', files, (descriptor) => {
    files.writeFileSync(descriptor, content);
    files.fsyncSync(descriptor);
  });
  files.renameSync(draft, file);
  syncFolder(folder, files);
  // The names of new folders are in the folders above them.
  if (topFolder === undefined) return;
  for (let at = folder; at.length >= topFolder.length; at = dirname(at)) syncFolder(dirname(at), files);
}

/** Waits until the names in a folder are on the disk. */
export function syncFolder(folder: string, files: Files = nodeFiles): void {
  withFile(folder, 'r', files, (descriptor) => files.fsyncSync(descriptor));
}

function withFile(path: string, flags: string, files: Files, work: (descriptor: number) => void): void {
  const descriptor = files.openSync(path, flags, 0o600);
  try {
    work(descriptor);
  } finally {
    files.closeSync(descriptor);
  }
}
