import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceName } from '@vault/contracts';
import { sqliteFailureOf, type SqliteFailure } from '@vault/embedded-mongo';
import { DataFolderError } from '@vault/base';
import { ConsumerLock } from '@vault/messaging/embedded';
import { LogInUseError } from '@vault/messaging';
import { dataVersion, problemOfVersion } from '@vault/store';

/** Larger files are checked when they are read: a check reads a file whole, some 500 MB per second. */
const maxCheckedBytes = 256 * 1024 * 1024;

/** What each file of a data folder says about the folder. */
interface FileNote {
  readonly folderId: string;
  /** The files that the folder has; empty until all of them exist. */
  readonly files: readonly string[];
  /** The form of the file's data. */
  readonly version: number;
}

/** The path of a service's store in a data folder. */
export const storeFileOf = (service: ServiceName): string => `store/${service}.sqlite`;
export const logFile = 'log.sqlite';
/** The folder of a video engine in this process; it may contain recordings only. */
export const mediaFolder = 'media';

/**
 * Checks that files can be written in the folder.
 * @throws {DataFolderError}
 */
export async function assertWritableFolder(dataDir: string): Promise<void> {
  await explainFailure(dataDir, () => testWriting(dataDir));
}

/**
 * Checks that the folder can be used for the log and the stores, before anything is opened in it.
 * @throws {DataFolderError} when another process uses it, or it cannot be written
 */
export async function assertUsableFolder(dataDir: string): Promise<void> {
  await withFolderLock(dataDir, () => testWriting(dataDir));
}

function testWriting(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'write-test');
  try {
    writeFileSync(file, Buffer.alloc(4_096));
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Checks the files of the log and the stores before anything opens them, and creates the missing ones of a new folder
 * or of a new service. Each file has the id of the folder and the list of its files: while one of them is left, a
 * missing, emptied or foreign one is noticed. Recordings without any of these files are the rest of a lost folder.
 * @throws {DataFolderError} when another process uses the folder, or it is not complete and sound
 */
export async function prepareDataFolder(dataDir: string, services: readonly ServiceName[]): Promise<void> {
  await withFolderLock(dataDir, () => makeDataFolder(dataDir, services));
}

/**
 * Works with the files of a stopped product, which cannot start meanwhile.
 * @throws {DataFolderError} when there is no such folder, the product runs, or the folder is not complete and sound
 */
export async function withStoppedFolder<Result>(
  dataDir: string,
  services: readonly ServiceName[],
  work: () => Promise<Result>,
): Promise<Result> {
  assertProduct(dataDir);
  const lock = await lockFolder(dataDir);
  try {
    await explainFailure(dataDir, () => {
      makeDataFolder(dataDir, services);
    });
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Reads the files of a stopped product, and changes none: it makes no missing ones, and no lock where there is none.
 * @throws {DataFolderError} as {@link withStoppedFolder}; also when the product was started meanwhile
 */
export async function readStoppedFolder<Result>(
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  assertProduct(dataDir);
  const hasLock = () => existsSync(join(dataDir, `${logFile}.lock`));
  const lock = hasLock() ? await lockFolder(dataDir) : undefined;
  try {
    await explainFailure(dataDir, () => {
      const folder = new DataFolder(dataDir);
      folder.assertComplete();
      folder.assertToday();
    });
    const result = await work();
    if (!lock && hasLock())
      throw new DataFolderError(`The product was started in ${dataDir} meanwhile. Stop it, and try again.`);
    return result;
  } finally {
    lock?.release();
  }
}

function assertProduct(dataDir: string): void {
  if (!existsSync(join(dataDir, 'store'))) throw new DataFolderError(`There is no product in ${dataDir}.`);
}

/**
 * Changes files of an older form before anything opens them. The new form is noted last, so that a killed upgrade is
 * repeated.
 * @param upgrade gets the oldest form among the files
 * @throws {DataFolderError} when another process uses the folder, it is not complete and sound, or its form is newer
 */
export async function upgradeFiles(dataDir: string, upgrade: (from: number) => Promise<void>): Promise<void> {
  if (!existsSync(join(dataDir, 'store'))) return;
  await withFolderLock(dataDir, async () => {
    const folder = new DataFolder(dataDir);
    folder.assertComplete();
    folder.assertNotNewer();
    if (folder.oldestVersion === dataVersion) return;
    await upgrade(folder.oldestVersion);
    folder.noteVersion();
  });
}

/** @throws {DataFolderError} when the data are of another version, or the product runs */
export async function assertFolderVersion(dataDir: string): Promise<void> {
  await explainFailure(dataDir, () => {
    new DataFolder(dataDir).assertToday();
  });
}

function makeDataFolder(dataDir: string, services: readonly ServiceName[]): void {
  const folder = new DataFolder(dataDir);
  folder.assertComplete();
  folder.assertToday();
  folder.add([logFile, ...services.map(storeFileOf)]);
}

/**
 * Checks copies of the files of a folder.
 * @param source the folder that an operator knows
 * @throws {DataFolderError} when one is missing, empty, foreign or damaged, or of another version
 */
export function assertCompleteFolder(copy: string, source: string): void {
  const folder = new DataFolder(copy);
  folder.assertComplete();
  folder.assertToday(source);
}

/**
 * Continues without lost files: the others no longer list them, so the next start creates them anew. The product must be
 * stopped.
 * @returns the lost files
 * @throws {DataFolderError} when the product runs, or a file is damaged
 */
export async function acceptLoss(dataDir: string): Promise<readonly string[]> {
  if (!existsSync(dataDir)) throw new DataFolderError(`There is no folder ${dataDir}.`);
  let lostFiles: readonly string[] = [];
  await withFolderLock(dataDir, () => {
    lostFiles = new DataFolder(dataDir).acceptLoss();
  });
  return lostFiles;
}

/** Two processes that prepare a new folder at once would give it two ids. */
async function withFolderLock(dataDir: string, work: () => void | Promise<void>): Promise<void> {
  const lock = await lockFolder(dataDir);
  try {
    await explainFailure(dataDir, work);
  } finally {
    lock.release();
  }
}

function lockFolder(dataDir: string): Promise<ConsumerLock> {
  return explainFailure(dataDir, () => {
    // The folder of the stores is needed first, because SQLite creates no folders.
    mkdirSync(join(dataDir, 'store'), { recursive: true, mode: 0o700 });
    return ConsumerLock.acquire(join(dataDir, `${logFile}.lock`));
  });
}

async function explainFailure<Result>(
  dataDir: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof DataFolderError) throw cause;
    if (cause instanceof LogInUseError)
      throw new DataFolderError(
        `Another process uses ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
        { cause },
      );
    throw new DataFolderError(`The data folder ${dataDir} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}

class DataFolder {
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

function reasonOf(error: unknown): string {
  const failure = sqliteFailureOf(error);
  if (failure) return reasons[failure];
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return reasons.full;
  if (code === 'EROFS') return reasons['read-only'];
  // What Node says of a new folder in a read-only one.
  if (code === 'ENOENT') return 'it cannot be created';
  return error instanceof Error ? error.message : String(error);
}
