import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteFailureOf, type SqliteFailure } from '@vault/embedded-mongo';
import { DataFolderError } from '@vault/base';
import { dataVersion, problemOfVersion } from '@vault/store';

/** Larger files are checked when they are read: a check reads a file whole, some 500 MB per second. */
const maxCheckedBytes = 256 * 1024 * 1024;

export const logFile = 'log.sqlite';
/** The folder of a video engine in this process; it may contain recordings only. */
export const mediaFolder = 'media';

/** What each file of a data folder says about the folder. */
interface FileNote {
  readonly folderId: string;
  /** The files that the folder has; empty until all of them exist. */
  readonly files: readonly string[];
  /** The form of the file's data. */
  readonly version: number;
}

/** The files of a data folder, and what each says about the folder. */
export class FolderFiles {
  private readonly notes = new Map<string, FileNote | undefined>();
  /** Files without a note: those of versions before there were notes, and new ones. */
  private readonly unnoted = new Map<string, number>();

  constructor(private readonly dataDir: string) {
    for (const file of this.present()) this.notes.set(file, this.inspect(file));
  }

  assertComplete(): void {
    const { dataDir } = this;
    const ids = new Set([...this.notes.values()].flatMap((note) => note?.folderId ?? []));
    if (ids.size > 1)
      throw new DataFolderError(
        `The files in ${dataDir} are of different data folders: ${this.describeIds()}. Restore the right ones.`,
      );
    const lostFiles = this.lostFiles();
    if (lostFiles.length > 0)
      throw new DataFolderError(
        `The data folder ${dataDir} is not complete. Missing, empty or replaced: ${lostFiles.join(', ')}. ` +
          'Restore them from a backup, or continue without their data: npm run migrate -- accept-loss FOLDER.',
      );
  }

  /** The oldest form among the files. */
  get oldestVersion(): number {
    return Math.min(dataVersion, ...[...this.notes.keys()].map((file) => this.versionOf(file)));
  }

  assertNotNewer(name = this.dataDir): void {
    const versions = [...this.notes.keys()].map((file) => this.versionOf(file));
    this.assertVersion(Math.max(dataVersion, ...versions), name);
  }

  assertToday(name = this.dataDir): void {
    this.assertNotNewer(name);
    this.assertVersion(this.oldestVersion, name);
  }

  private assertVersion(version: number, name: string): void {
    const problem = problemOfVersion(version, {
      what: `The data in ${name} are`,
      toUpgrade: `start the product once, or run npm run migrate -- upgrade ${name}`,
    });
    if (problem !== undefined) throw new DataFolderError(`${problem}.`);
  }

  private versionOf(file: string): number {
    return this.notes.get(file)?.version ?? this.unnoted.get(file) ?? dataVersion;
  }

  /** Notes today's form in all files. */
  noteVersion(): void {
    const folderId = this.folderId() ?? randomUUID();
    for (const [file, note] of this.notes)
      this.write(file, { folderId, files: note?.files ?? [], version: dataVersion });
  }

  /** Creates files; a start that is killed here can be repeated, because the lists are written last. */
  add(names: readonly string[]): void {
    const folderId = this.folderId() ?? randomUUID();
    const files = [...new Set([...this.notes.keys(), ...names])].sort();
    for (const file of files)
      if (!this.notes.get(file)) this.write(file, { folderId, files: [], version: this.versionOf(file) });
    this.writeList(folderId, files);
  }

  /** An empty file is no longer listed either: the next start gives it an id. */
  acceptLoss(): readonly string[] {
    const lostFiles = this.lostFiles();
    if (lostFiles.length === 0) return [];
    const folderId = this.folderId();
    if (folderId === undefined) this.add([logFile]);
    else this.writeList(folderId, [...this.notes].flatMap(([file, note]) => (note ? [file] : [])).sort());
    return lostFiles;
  }

  private writeList(folderId: string, files: readonly string[]): void {
    const list = files.join();
    for (const file of files)
      if (this.notes.get(file)?.files.join() !== list)
        this.write(file, { folderId, files, version: this.versionOf(file) });
  }

  private folderId(): string | undefined {
    return [...this.notes.values()].find((note) => note !== undefined)?.folderId;
  }

  /** Files that a list names and that are missing or have no id, because something emptied or replaced them. */
  private lostFiles(): readonly string[] {
    if (this.folderId() === undefined && this.hasRecordings()) return [logFile, 'store'];
    const listed = new Set([...this.notes.values()].flatMap((note) => note?.files ?? []));
    return [...listed].filter((file) => !this.notes.get(file)).sort();
  }

  private hasRecordings(): boolean {
    const assets = join(this.dataDir, mediaFolder, 'objects/assets');
    return existsSync(assets) && readdirSync(assets).length > 0;
  }

  private describeIds(): string {
    return [...this.notes].map(([file, note]) => `${file} of ${note?.folderId ?? 'none'}`).join(', ');
  }

  private present(): string[] {
    const stores = readdirSync(join(this.dataDir, 'store')).filter((name) => name.endsWith('.sqlite'));
    return [logFile, ...stores.map((name) => `store/${name}`)].filter((file) =>
      existsSync(join(this.dataDir, file)),
    );
  }

  /** @returns what the file says; undefined when it has never belonged to a data folder */
  private inspect(file: string): FileNote | undefined {
    return this.open(file, (database) => {
      const hasNote = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'data_folder'").get();
      if (statSync(join(this.dataDir, file)).size <= maxCheckedBytes) {
        const [found] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
        if (found !== 'ok') throw new DataFolderError(this.damaged(file));
      }
      const row = hasNote && database.prepare('SELECT * FROM data_folder').get();
      if (!row) {
        if (database.prepare('SELECT 1 FROM sqlite_schema').get()) this.unnoted.set(file, 1);
        return undefined;
      }
      const files = JSON.parse(String(row['files'])) as string[];
      return { folderId: String(row['id']), files, version: Number(row['version'] ?? 1) };
    });
  }

  private write(file: string, { folderId, files, version }: FileNote): void {
    mkdirSync(dirname(join(this.dataDir, file)), { recursive: true, mode: 0o700 });
    this.open(file, (database) => {
      database.exec(`BEGIN IMMEDIATE;
        DROP TABLE IF EXISTS data_folder;
        CREATE TABLE data_folder (id TEXT NOT NULL, files TEXT NOT NULL, version INTEGER NOT NULL) STRICT;`);
      database
        .prepare('INSERT INTO data_folder VALUES (?, ?, ?)')
        .run(folderId, JSON.stringify(files), version);
      database.exec('COMMIT');
    });
  }

  private open<Result>(file: string, work: (database: DatabaseSync) => Result): Result {
    const path = join(this.dataDir, file);
    let database: DatabaseSync | undefined;
    try {
      // A previous process may be closing.
      database = new DatabaseSync(path, { timeout: 5_000 });
      return work(database);
    } catch (cause) {
      if (cause instanceof DataFolderError) throw cause;
      if (sqliteFailureOf(cause) === 'damaged') throw new DataFolderError(this.damaged(file), { cause });
      throw new DataFolderError(`${path} cannot be opened: ${reasonOf(cause)}.`, { cause });
    } finally {
      database?.close();
    }
  }

  private damaged(file: string): string {
    return `${join(this.dataDir, file)} is damaged. Restore it from a backup, together with the other files of the folder.`;
  }
}

const reasons: Readonly<Record<SqliteFailure, string>> = {
  full: 'the disk is full',
  damaged: 'it is damaged',
  'in use': 'another process uses it',
  'read-only': 'it is read-only',
  unreadable: 'the disk reports an error',
};

/** Why a file cannot be used, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const failure = sqliteFailureOf(error);
  if (failure) return reasons[failure];
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return reasons.full;
  if (code === 'EROFS') return reasons['read-only'];
  // What Node says of a new folder in a read-only one.
  if (code === 'ENOENT') return 'it cannot be created';
  return error instanceof Error ? error.message : String(error);
}
