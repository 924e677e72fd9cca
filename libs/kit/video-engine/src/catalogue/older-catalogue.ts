import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { sqliteFailureOf } from '@vault/embedded-mongo';

/** A catalogue of version 0.1.0, which had tables in place of documents, gets this name. */
const asideName = 'catalogue-0.1.0.sqlite';

/** Whether a catalogue file has the tables of version 0.1.0, and no documents. */
export function isOlderCatalogue(file: string): boolean {
  if (!existsSync(file)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5000 });
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const names = new Set(tables.map(({ name }) => name));
    return names.has('renditions') && !names.has('collections');
  } catch (error) {
    // Whoever opens it says what is wrong.
    if (sqliteFailureOf(error) === undefined) throw error;
    return false;
  } finally {
    database?.close();
  }
}

/**
 * Renames a catalogue of version 0.1.0, so that the engine begins a new one. Nothing reads its media; they stay too.
 *
 * @returns the new path; undefined when there is no such catalogue
 */
export function setOlderCatalogueAside(dataDir: string, file: string): string | undefined {
  if (!isOlderCatalogue(file)) return undefined;
  const aside = join(dataDir, asideName);
  renameSync(file, aside);
  return aside;
}
