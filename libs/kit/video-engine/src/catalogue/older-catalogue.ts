import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { sqliteFailureOf } from '@vault/embedded-mongo';

/** Whether a catalogue file has the tables of version 0.1.0, and no documents. A damaged file has neither. */
export function isOlderCatalogue(file: string): boolean {
  if (!existsSync(file)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5000 });
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const names = new Set(tables.map(({ name }) => name));
    return names.has('renditions') && !names.has('collections');
  } catch (error) {
    if (sqliteFailureOf(error) === 'damaged') return false;
    throw error;
  } finally {
    database?.close();
  }
}
