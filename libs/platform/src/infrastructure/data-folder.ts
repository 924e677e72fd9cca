import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@vault/contracts';
import { DataFolderError } from '@vault/base';
import { ConsumerLock } from '@vault/messaging/embedded';
import { LogInUseError } from '@vault/messaging';
import { dataVersion } from '@vault/store';
import { FolderFiles, logFile, reasonOf } from './folder-files.ts';

export { logFile, mediaFolder } from './folder-files.ts';

/** The path of a service's store in a data folder. */
export const storeFileOf = (service: ServiceName): string => `store/${service}.sqlite`;

/**
 * Checks that files can be written in the folder.
 * @throws {DataFolderError}
 */
export async function assertWritableFolder(dataDir: string): Promise<void> {
  await explainFailure(dataDir, () => testWriting(dataDir));
}

/**
 * Checks that the folder can be used for the log and the stores, before anything is opened in it.
 * @throws {DataFolderError} when another process uses it, or it cannot be written
 */
export async function assertUsableFolder(dataDir: string): Promise<void> {
  await withFolderLock(dataDir, () => testWriting(dataDir));
}

function testWriting(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'write-test');
  try {
    writeFileSync(file, Buffer.alloc(4_096));
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Checks the files of the log and the stores before anything opens them, and creates the missing ones of a new folder
 * or of a new service. Each file has the id of the folder and the list of its files: while one of them is left, a
 * missing, emptied or foreign one is noticed. Recordings without any of these files are the rest of a lost folder.
 * @throws {DataFolderError} when another process uses the folder, or it is not complete and sound
 */
export async function prepareDataFolder(dataDir: string, services: readonly ServiceName[]): Promise<void> {
  await withFolderLock(dataDir, () => makeDataFolder(dataDir, services));
}

/**
 * Works with the files of a stopped product, which cannot start meanwhile.
 * @throws {DataFolderError} when there is no such folder, the product runs, or the folder is not complete and sound
 */
export async function withStoppedFolder<Result>(
  dataDir: string,
  services: readonly ServiceName[],
  work: () => Promise<Result>,
): Promise<Result> {
  assertProduct(dataDir);
  const lock = await lockFolder(dataDir);
  try {
    await explainFailure(dataDir, () => makeDataFolder(dataDir, services));
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Reads the files of a stopped product, and changes none: it makes no missing ones, and no lock where there is none.
 * @throws {DataFolderError} as {@link withStoppedFolder}; also when the product was started meanwhile
 */
export async function readStoppedFolder<Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  assertProduct(dataDir);
  const hasLock = () => existsSync(join(dataDir, `${logFile}.lock`));
  const lock = hasLock() ? await lockFolder(dataDir) : undefined;
  try {
    await explainFailure(dataDir, () => {
      const folder = new FolderFiles(dataDir);
      folder.assertComplete();
      folder.assertToday();
    });
    const result = await work();
    if (!lock && hasLock())
      throw new DataFolderError(`The product was started in ${dataDir} meanwhile. Stop it, and try again.`);
    return result;
  } finally {
    lock?.release();
  }
}

function assertProduct(dataDir: string): void {
  if (!existsSync(join(dataDir, 'store'))) throw new DataFolderError(`There is no product in ${dataDir}.`);
}

/**
 * Changes files of an older form before anything opens them. The new form is noted last, so that a killed upgrade is
 * repeated.
 * @param upgrade gets the oldest form among the files
 * @throws {DataFolderError} when another process uses the folder, it is not complete and sound, or its form is newer
 */
export async function upgradeFiles(dataDir: string, upgrade: (from: number) => Promise<void>): Promise<void> {
  if (!existsSync(join(dataDir, 'store'))) return;
  await withFolderLock(dataDir, async () => {
    const folder = new FolderFiles(dataDir);
    folder.assertComplete();
    folder.assertNotNewer();
    if (folder.oldestVersion === dataVersion) return;
    await upgrade(folder.oldestVersion);
    folder.noteVersion();
  });
}

/** @throws {DataFolderError} when the data are of another version, or the product runs */
export async function assertFolderVersion(dataDir: string): Promise<void> {
  await explainFailure(dataDir, () => new FolderFiles(dataDir).assertToday());
}

function makeDataFolder(dataDir: string, services: readonly ServiceName[]): void {
  const folder = new FolderFiles(dataDir);
  folder.assertComplete();
  folder.assertToday();
  folder.add([logFile, ...services.map(storeFileOf)]);
}

/**
 * Checks copies of the files of a folder.
 * @param source the folder that an operator knows
 * @throws {DataFolderError} when one is missing, empty, foreign or damaged, or of another version
 */
export function assertCompleteFolder(copy: string, source: string): void {
  const folder = new FolderFiles(copy);
  folder.assertComplete();
  folder.assertToday(source);
}

/**
 * Continues without lost files: the others no longer list them, so the next start creates them anew. The product must be
 * stopped.
 * @returns the lost files
 * @throws {DataFolderError} when the product runs, or a file is damaged
 */
export async function acceptLoss(dataDir: string): Promise<readonly string[]> {
  if (!existsSync(dataDir)) throw new DataFolderError(`There is no folder ${dataDir}.`);
  let lostFiles: readonly string[] = [];
  await withFolderLock(dataDir, () => {
    lostFiles = new FolderFiles(dataDir).acceptLoss();
  });
  return lostFiles;
}

/** Two processes that prepare a new folder at once would give it two ids. */
async function withFolderLock(dataDir: string, work: () => void | Promise<void>): Promise<void> {
  const lock = await lockFolder(dataDir);
  try {
    await explainFailure(dataDir, work);
  } finally {
    lock.release();
  }
}

function lockFolder(dataDir: string): Promise<ConsumerLock> {
  return explainFailure(dataDir, () => {
    // The folder of the stores is needed first, because SQLite creates no folders.
    mkdirSync(join(dataDir, 'store'), { recursive: true, mode: 0o700 });
    return ConsumerLock.acquire(join(dataDir, `${logFile}.lock`));
  });
}

async function explainFailure<Result>(
  dataDir: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof DataFolderError) throw cause;
    if (cause instanceof LogInUseError)
      throw new DataFolderError(
        `Another process uses ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
        { cause },
      );
    throw new DataFolderError(`The data folder ${dataDir} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}
