import { existsSync } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import type { MediaStore } from '@vault/media-store';
import { FolderStore } from '@vault/media-store';
import type { Connection } from 'mongoose';
import { Catalogue } from './catalogue/catalogue.ts';
import { catalogueFile, holdDatabase, openDatabase } from './catalogue/database.ts';
import { MediaFolderError } from './common/lifecycle-errors.ts';
import { objectsFolder } from './common/media-storage.ts';
import { assertSameIdentity } from './media-identity.ts';

/** The parts of a catalogue: the file, and the write-ahead log that a killed engine leaves. */
const suffixes = ['', '-wal'];

/** The media of a stopped engine. No engine can use them until `close`, and nothing in their folder is changed. */
export interface HeldMedia {
  readonly store: MediaStore;
  /** The documents of the catalogue, in a copy. */
  readonly catalogue: Connection;
  /** The id that catalogue and media share. */
  readonly id: string;
  /** @throws MediaFolderError when an engine has used the media in spite of the lock: not every file system has locks */
  assertUnchanged(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param workDir an empty folder for the copy of the catalogue
 * @throws MediaFolderError when there is no catalogue, an engine runs, or the catalogue is damaged or of other media
 */
export async function holdMedia(dataDir: string, workDir: string): Promise<HeldMedia> {
  const file = catalogueFile(dataDir);
  if (!existsSync(file)) throw new MediaFolderError(`There is no media catalogue in ${dataDir}.`);
  const facts = await factsOf(file);
  await mkdir(workDir, { recursive: true });
  // Copied before it is held, because a copy opens the file.
  for (const suffix of suffixes)
    if (existsSync(file + suffix)) await copyFile(file + suffix, catalogueFile(workDir) + suffix);
  const release = holdDatabase(dataDir);
  let catalogue: Connection | undefined;
  const close = async (): Promise<void> => {
    await catalogue?.close();
    release();
  };
  const assertUnchanged = async (): Promise<void> => {
    if ((await factsOf(file)) !== facts)
      throw new MediaFolderError(
        `The media catalogue ${file} is used by another process. Stop that one first.`,
      );
  };
  try {
    await assertUnchanged();
    catalogue = await openDatabase(workDir);
    const store = new FolderStore(objectsFolder(dataDir));
    const records = await Catalogue.over(catalogue, { isExclusive: true, place: file });
    const id = await assertSameIdentity(records, store);
    return { store, catalogue, id, assertUnchanged, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sizes and times of change. */
async function factsOf(file: string): Promise<string> {
  const facts = suffixes.map(async (suffix) => {
    const stats = await stat(file + suffix, { bigint: true }).catch(() => undefined);
    return stats && [stats.ino, stats.size, stats.mtimeNs].map(String);
  });
  return JSON.stringify(await Promise.all(facts));
}
