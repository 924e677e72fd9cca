import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createEmbeddedDriver, holdFile, sqliteFailureOf } from '@vault/embedded-mongo';
import type { SqliteFailure } from '@vault/embedded-mongo';
import type { Connection } from 'mongoose';
import { Mongoose } from 'mongoose';
import { MediaFolderError } from '../common/lifecycle-errors.ts';
import { isOlderCatalogue } from './older-catalogue.ts';

/** The name of a catalogue of version 0.1.0 beside the new one. */
const asideName = 'catalogue-0.1.0.sqlite';

/** The file of the catalogue in a folder. */
export function catalogueFile(dataDir: string): string {
  return join(dataDir, 'catalogue.sqlite');
}

const problems: Partial<Record<SqliteFailure, string>> = {
  'in use': 'is used by another process. Stop that one first.',
  damaged: 'is damaged. Restore it from a backup.',
};

/**
 * Opens the catalogue file, and creates it when it does not exist. One engine at a time uses it. A commit waits for the
 * disk, so that not even a power failure makes the catalogue older than the media files.
 *
 * @throws MediaFolderError when another engine holds the folder, or the file is of version 0.1.0, damaged or cannot be written
 */
export async function openDatabase(dataDir: string): Promise<Connection> {
  const file = catalogueFile(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true });
    if (!isOlderCatalogue(file)) {
      const own = new Mongoose().setDriver(createEmbeddedDriver());
      return await own
        .createConnection(`sqlite:${file}`, { autoIndex: false, autoCreate: false })
        .asPromise();
    }
  } catch (cause) {
    throw describeFailure(file, cause);
  }
  throw new MediaFolderError(
    `The media catalogue ${file} is of version 0.1.0: start the engine once, which begins a new one.`,
  );
}

/**
 * Renames a catalogue of version 0.1.0, so that the engine begins a new one. Nothing reads its media; they stay too.
 *
 * @returns the new path; undefined when there is no such catalogue
 * @throws MediaFolderError when another engine holds the folder
 */
export function setOlderCatalogueAside(dataDir: string): string | undefined {
  const file = catalogueFile(dataDir);
  try {
    if (!isOlderCatalogue(file)) return undefined;
    const aside = join(dataDir, asideName);
    renameSync(file, aside);
    return aside;
  } catch (cause) {
    throw describeFailure(file, cause);
  }
}

/**
 * Keeps engines from using the catalogue file, without a change. Meanwhile this process must not open the file.
 *
 * @returns what ends it
 * @throws MediaFolderError when an engine uses it, or it is damaged
 */
export function holdDatabase(dataDir: string): () => void {
  const file = catalogueFile(dataDir);
  try {
    return holdFile(file);
  } catch (cause) {
    throw describeFailure(file, cause);
  }
}

function describeFailure(file: string, cause: unknown): MediaFolderError {
  const failure = sqliteFailureOf(cause);
  const problem = failure && problems[failure];
  return new MediaFolderError(
    `The media catalogue ${file} ${problem ?? `cannot be opened: ${(cause as Error).message}.`}`,
    { cause },
  );
}
