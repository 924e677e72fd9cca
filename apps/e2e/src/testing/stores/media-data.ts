import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The folder of the video host: its catalogue and files. */
export class MediaData {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Rows of the catalogue. */
  rows(sql: string): Record<string, unknown>[] {
    return queryFile(join(this.folder, 'catalogue.sqlite'), sql);
  }

  /** Names in a folder; none if the folder does not exist. */
  names(...path: string[]): string[] {
    const folder = join(this.folder, ...path);
    return existsSync(folder) ? readdirSync(folder) : [];
  }
}

/** Rows of a database file, read from a copy, because a running process locks the original. */
export function queryFile(file: string, sql: string): Record<string, unknown>[] {
  const folder = mkdtempSync(join(tmpdir(), 'vault-e2e-copy-'));
  const copy = join(folder, 'copy.sqlite');
  try {
    copyDatabase(file, copy);
    const database = new DatabaseSync(copy);
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies a database with its write-ahead log, consistently. */
function copyDatabase(from: string, to: string): void {
  const changedAt = () => statSync(from).mtimeMs;
  for (;;) {
    const before = changedAt();
    // copyFileSync never returns when a file shrinks meanwhile, as the log does at a checkpoint.
    writeFileSync(to, readFileSync(from));
    rmSync(`${to}-wal`, { force: true });
    if (existsSync(`${from}-wal`)) writeFileSync(`${to}-wal`, readFileSync(`${from}-wal`));
    // Otherwise a checkpoint has changed the database meanwhile, and the copies do not match.
    if (changedAt() === before) return;
  }
}
