import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readBson } from './read-bson.ts';

export type Row = Record<string, unknown>;

/** What a product has left in its data folder. It only reads. */
export class StoredData {
  private readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  /** Rows of the event log. */
  log(sql: string): Row[] {
    return this.query('log.sqlite', sql);
  }

  /** Rows of the video host's catalogue. */
  media(sql: string): Row[] {
    return this.query('media/catalogue.sqlite', sql);
  }

  /** All documents of a service, by collection. */
  documents(service: string): Readonly<Record<string, Row[]>> {
    const file = `store/${service}.sqlite`;
    const collections = this.query(file, 'SELECT id, name FROM collections');
    return Object.fromEntries(
      collections.map(({ id, name }) => {
        const rows = this.query(file, `SELECT document FROM documents_${String(id)}`);
        return [String(name), rows.map(({ document }) => readBson(document as Uint8Array))];
      }),
    );
  }

  /** Names in a folder below the data folder; none when there is no such folder. */
  names(...path: string[]): string[] {
    const folder = join(this.dataDir, ...path);
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  private query(file: string, sql: string): Row[] {
    const database = new DatabaseSync(join(this.dataDir, file), { readOnly: true });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  }
}
