import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Row } from './stored-data.ts';

/** What the video host keeps in its folder: a catalogue, and files. */
export class MediaData {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Rows of the catalogue. */
  rows(sql: string): Row[] {
    return queryFile(join(this.folder, 'catalogue.sqlite'), sql);
  }

  /** Names in a folder; none when there is no such folder. */
  names(...path: string[]): string[] {
    const folder = join(this.folder, ...path);
    return existsSync(folder) ? readdirSync(folder) : [];
  }
}

/** Rows of a database in a file, read from a copy: a process that runs has its own for itself alone. */
export function queryFile(file: string, sql: string): Row[] {
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

/** A database with what its owner has written ahead of it, as they are at one moment. */
function copyDatabase(from: string, to: string): void {
  const changedAt = () => statSync(from).mtimeMs;
  for (;;) {
    const before = changedAt();
    copyFileSync(from, to);
    rmSync(`${to}-wal`, { force: true });
    if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
    // What was written ahead went into it meanwhile: the two do not belong together.
    if (changedAt() === before) return;
  }
}
