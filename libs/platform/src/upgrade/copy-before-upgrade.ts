import { existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { dataVersion } from '@vault/store';
import { assertSpace } from '../infrastructure/assert-space.ts';
import { logFile, mediaFolder } from '../infrastructure/data-folder.ts';

const prefix = 'before-upgrade-';
/** In the copy until the upgrade has ended. */
const unfinishedMark = 'upgrade-has-not-ended';
/** The copy, and what the changes may add to the stores. */
const spaceFactor = 2;

/**
 * Copies the stores, the log, the keys and the engine's catalogue of a stopped product beside them. The copy of an upgrade
 * that was killed is kept, because the data are half changed since.
 * @returns its folder
 * @throws when there is too little space
 */
export async function copyBeforeUpgrade(dataDir: string): Promise<string> {
  const copy = join(dataDir, `${prefix}${String(dataVersion)}`);
  if (existsSync(join(copy, unfinishedMark))) return copy;
  const files = filesOf(dataDir);
  const bytes = files.reduce((sum, file) => sum + statSync(join(dataDir, file)).size, 0);
  await assertSpace(dataDir, bytes * spaceFactor);
  const unfinished = `${copy}.new`;
  await rm(unfinished, { recursive: true, force: true });
  for (const file of files) await copyDurably(join(dataDir, file), join(unfinished, file));
  await writeFile(join(unfinished, unfinishedMark), '');
  await rm(copy, { recursive: true, force: true });
  await rename(unfinished, copy);
  return copy;
}

/** Call it when the upgrade has ended. One copy is kept: the last. */
export async function finishCopy(copy: string): Promise<void> {
  await rm(join(copy, unfinishedMark), { force: true });
  const dataDir = dirname(copy);
  const older = readdirSync(dataDir).filter((name) => name.startsWith(prefix) && name !== basename(copy));
  for (const name of older) await rm(join(dataDir, name), { recursive: true, force: true });
}

function filesOf(dataDir: string): string[] {
  const databases = [logFile, ...namesIn(dataDir, 'store'), join(mediaFolder, 'catalogue.sqlite')];
  const names = [
    ...databases.flatMap((name) => [name, `${name}-wal`]),
    'secrets.json',
    ...namesIn(dataDir, 'keys'),
  ];
  return [...new Set(names)].filter((name) => !name.endsWith('-shm') && existsSync(join(dataDir, name)));
}

function namesIn(dataDir: string, folder: string): string[] {
  const path = join(dataDir, folder);
  return existsSync(path) ? readdirSync(path).map((name) => join(folder, name)) : [];
}

/** On the disk before the original is changed. */
async function copyDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to);
  const file = await open(to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
