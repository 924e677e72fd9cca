import { existsSync, readdirSync } from 'node:fs';
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

/** Rows of a database in a file, which is not changed. */
export function queryFile(file: string, sql: string): Row[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
