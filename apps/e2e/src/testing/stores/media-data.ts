import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readBson } from './read-bson.ts';

type Row = Record<string, unknown>;

/** What tests read of an asset. */
interface Asset {
  readonly _id: string;
  readonly uploadId?: string;
  readonly status: string;
  readonly source: object;
  readonly deletedAt?: number;
  /** The keys of its objects, by their names. */
  readonly files: Readonly<Record<string, string>>;
  readonly tracks: readonly { id: string; type: string; status: string }[];
}

/** The folder of the video host: its catalogue and files. */
export class MediaData {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The documents of the catalogue; `assets` also has those deleted within a day. */
  documents(): Readonly<Record<'assets' | 'uploads', Row[]>> {
    const { assets = [], uploads = [] } = readStore(join(this.folder, 'catalogue.sqlite'));
    return { assets, uploads };
  }

  /** Assets that are not deleted. */
  assets(): Asset[] {
    return (this.documents().assets as unknown as Asset[]).filter(({ deletedAt }) => deletedAt === undefined);
  }

  /** The keys of all objects of assets. */
  objectKeys(): string[] {
    const folder = join(this.folder, 'objects/assets');
    const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(join(this.folder, 'objects'), join(parentPath, name)));
  }

  /** The ids of uploads in parts that are not complete. */
  unfinishedParts(): string[] {
    return this.names('objects', '.parts');
  }

  /** Names in a folder; none if the folder does not exist. */
  names(...path: string[]): string[] {
    const folder = join(this.folder, ...path);
    return existsSync(folder) ? readdirSync(folder) : [];
  }
}

/** All documents of an embedded store, by collection. */
export function readStore(file: string): Record<string, Row[]> {
  return withCopy(file, (database) => {
    const collections = database.prepare('SELECT id, name FROM collections').all();
    const found = collections.map(({ id, name }) => {
      const rows = database.prepare(`SELECT document FROM documents_${String(id)}`).all();
      return [String(name), rows.map(({ document }) => readBson(document as Uint8Array))];
    });
    return Object.fromEntries(found) as Record<string, Row[]>;
  });
}

/** Rows of a database file. */
export function queryFile(file: string, sql: string): Record<string, unknown>[] {
  return withCopy(file, (database) => database.prepare(sql).all());
}

/** Reads a copy of a database file, because a running process locks the original. */
function withCopy<Result>(file: string, read: (database: DatabaseSync) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'vault-e2e-copy-'));
  const copy = join(folder, 'copy.sqlite');
  try {
    copyDatabase(file, copy);
    const database = new DatabaseSync(copy);
    try {
      return read(database);
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
