import { copyFileSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The content of a data folder. */
export interface StorageUsage {
  readonly bytes: number;
  /** Of the files of videos and clips. */
  readonly mediaBytes: number;
  readonly documents: number;
  readonly messages: number;
}

/** Reads the data folder of a running product that writes nothing at the moment. */
export function readStorageUsage(dataDir: string): StorageUsage {
  const stores = readdirSync(join(dataDir, 'store')).filter((name) => name.endsWith('.sqlite'));
  return {
    bytes: bytesBelow(dataDir),
    mediaBytes: bytesBelow(join(dataDir, 'media', 'assets')),
    documents: stores.reduce((sum, name) => sum + countRows(join(dataDir, 'store', name), /^documents_/), 0),
    messages: countRows(join(dataDir, 'log.sqlite'), /^messages$/),
  };
}

function bytesBelow(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);
}

/** Reads a copy, because the product keeps its files locked. */
function countRows(file: string, tables: RegExp): number {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-copy-'));
  const copy = copyWithLog(file, folder);
  const database = new DatabaseSync(copy);
  try {
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return names
      .map(({ name }) => String(name))
      .filter((name) => tables.test(name))
      .reduce((sum, name) => sum + Number(database.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.n), 0);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

/** Copies a database with its write-ahead log. */
function copyWithLog(file: string, folder: string): string {
  const name = basename(file);
  for (const part of readdirSync(dirname(file))) {
    if (part === name || part === `${name}-wal`) copyFileSync(join(dirname(file), part), join(folder, part));
  }
  return join(folder, name);
}
