import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceName } from '@vault/contracts';
import { holdFile } from '@vault/embedded-mongo';
import { assertCompleteFolder } from '@vault/platform';
import { listFiles, type ListedFile } from './list-files.ts';

/** The parts of the data folder that are copied into a work folder before they are opened. */
const databasePattern = /^(?:store\/[a-z]+\.sqlite|log\.sqlite)(?:-wal)?$/;
const secretsFile = 'secrets.json';
const catalogueFile = 'media/catalogue.sqlite';

/** Marks a file as an embedded store, see `libs/kit/embedded-mongo`; and the format that this version reads. */
const storeFormat = { application_id: 0x57566462, user_version: 1 };

/**
 * The data folder of a stopped one-process product. Nothing in it is opened for writing: databases are copied first,
 * because SQLite changes files that it opens, even only to read.
 */
export class SourceFolder {
  readonly path: string;
  /** Identifies the folder in its current state. */
  readonly fingerprint: string;
  /** All files except the engine's unfinished work, which its start removes. */
  readonly files: readonly ListedFile[];
  /** Lets the product start in the folder again. */
  readonly close: () => void;

  private constructor(path: string, release: () => void, files: readonly ListedFile[], fingerprint: string) {
    this.path = path;
    this.close = release;
    this.files = files;
    this.fingerprint = fingerprint;
  }

  /**
   * Locks the folder, so that the product cannot start in it, until {@link close}.
   * @throws with an error message when it is not such a folder, has another form or is in use
   */
  static async open(folder: string, services: readonly ServiceName[]): Promise<SourceFolder> {
    const path = resolve(folder);
    assertForm(path, services);
    const release = holdFolder(path);
    try {
      const files = await listSource(path);
      return new SourceFolder(path, release, files, await fingerprintOf(path, files));
    } catch (error) {
      release();
      throw error;
    }
  }

  get media(): readonly ListedFile[] {
    return this.files
      .filter(({ path }) => path.startsWith('media/'))
      .map((file) => ({ ...file, path: file.path.slice('media/'.length) }));
  }

  get mediaFolder(): string {
    return join(this.path, 'media');
  }

  /** The size of all databases that {@link copyDatabases} copies. */
  get databaseBytes(): number {
    return this.databases().reduce((sum, { size }) => sum + size, 0);
  }

  /** Copies the stores and the log, and checks their format. */
  async copyDatabases(to: string, services: readonly ServiceName[]): Promise<void> {
    await rm(to, { recursive: true, force: true });
    for (const { path } of this.databases()) {
      const target = join(to, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await copyFile(join(this.path, path), target);
    }
    assertCompleteFolder(to, this.path);
    for (const service of services) assertStoreFormat(join(to, 'store', `${service}.sqlite`));
  }

  /** @throws when a file was added, removed or changed since the folder was opened */
  async assertUnchanged(): Promise<void> {
    const before = new Map(this.files.map((file) => [file.path, factsOf(file)]));
    const now = await listSource(this.path);
    const changed = now.find((file) => before.get(file.path) !== factsOf(file));
    if (changed === undefined && now.length === before.size) return;
    const what = changed?.path ?? 'a file that is gone';
    throw new Error(
      `${this.path} has changed during the move (${what}). Stop what uses it, and run this again.`,
    );
  }

  private databases(): readonly ListedFile[] {
    return this.files.filter(({ path }) => databasePattern.test(path));
  }
}

function assertForm(path: string, services: readonly ServiceName[]): void {
  const needed = [
    ...services.map((service) => `store/${service}.sqlite`),
    ...['log.sqlite', 'log.sqlite.lock', catalogueFile, secretsFile],
  ];
  const missing = needed.filter((name) => !existsSync(join(path, name)));
  if (missing.length > 0)
    throw new Error(
      `${path} is not the data folder of a product in one process: it has no ${missing.join(', ')}.`,
    );
  const storeFiles = new Set(services.map((service) => `${service}.sqlite`));
  const unknown = readdirSync(join(path, 'store')).find(
    (name) => name.endsWith('.sqlite') && !storeFiles.has(name),
  );
  if (unknown !== undefined)
    throw new Error(`${path} is of another version: this one has no service for store/${unknown}.`);
}

/** Holds the lock file of the log, which a running product has for itself. */
function holdFolder(path: string): () => void {
  try {
    return holdFile(join(path, 'log.sqlite.lock'));
  } catch (cause) {
    throw new Error(`The product runs and has ${path} open. Stop it, then run this again.`, { cause });
  }
}

function assertStoreFormat(file: string): void {
  const database = new DatabaseSync(file);
  try {
    for (const [name, expected] of Object.entries(storeFormat)) {
      const found = database.prepare(`PRAGMA ${name}`).get()?.[name];
      if (found !== expected)
        throw new Error(
          `The store ${file} has another format (${name} ${String(found)}): move it with the version that wrote it.`,
        );
    }
  } finally {
    database.close();
  }
}

async function listSource(path: string): Promise<readonly ListedFile[]> {
  const listed = await listFiles(path, ({ path: name }) => {
    const isDatabase = databasePattern.test(name);
    const isMedia = name.startsWith('media/') && !name.startsWith('media/work/');
    return isDatabase || isMedia || name === secretsFile || name.startsWith('keys/');
  });
  // Files of shared memory have no data; a connection creates them anew.
  return listed.filter((file) => !file.path.endsWith('-shm'));
}

function factsOf({ size, changedAt }: ListedFile): string {
  return `${String(size)} ${String(changedAt)}`;
}

/** Media do not change without their catalogue, so their contents are not read here. */
async function fingerprintOf(path: string, files: readonly ListedFile[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { path: name, size } of files) {
    const isRead = databasePattern.test(name) || name.startsWith(catalogueFile) || name === secretsFile;
    if (!isRead || size === 0) continue;
    hash.update(`${name}\n${String(size)}\n`);
    for await (const chunk of createReadStream(join(path, name))) hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}
