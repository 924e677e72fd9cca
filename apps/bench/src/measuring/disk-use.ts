import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const blockBytes = 512;
const mib = 1024 * 1024;

/** What the files of a folder take on the disk, in MiB: the holes of sparse files take nothing. */
export function diskUseMiB(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { blocks = 0 } = lstatSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
    return blocks * blockBytes;
  });
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / mib;
}
