import { existsSync, readdirSync } from 'node:fs';
import { access, constants, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConsumerLock } from '@vault/messaging/embedded';
import { assertApart } from '../assert-apart.ts';

/** The lock of the log in a data folder, which a backup is. */
const lockName = 'log.sqlite.lock';
const linksName = 'backup-work';

/** The folder of a backup, with another name until it is complete; and the folder for links beside the engine's media. */
export class BackupFolder {
  private constructor(
    /** The folder when the backup is complete. */
    readonly path: string,
    private readonly engine: string,
    private readonly locks: ConsumerLock[],
  ) {}

  /**
   * Removes what a killed backup left, and locks both folders until {@link close}.
   * @throws when the folder exists, there is no engine, or another backup runs
   */
  static async open(folder: string, engine: string): Promise<BackupFolder> {
    const [path, engineFolder] = [resolve(folder), resolve(engine)];
    if (!existsSync(join(engineFolder, 'media', 'catalogue.sqlite')))
      throw new Error(
        `${engineFolder} is not the data folder of a video engine: it has no media/catalogue.sqlite.`,
      );
    assertApart(path, engineFolder);
    if (existsSync(path) && readdirSync(path).length > 0)
      throw new Error(`${path} exists. A backup is made in a new folder.`);
    const unfinished = `${path}.unfinished`;
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const locks = [await lock(join(unfinished, lockName))];
    try {
      // A backup that may not write there makes no links.
      if (await isWritable(engineFolder)) locks.push(await lock(join(engineFolder, 'backup.lock')));
      const made = new BackupFolder(path, engineFolder, locks);
      await made.clear();
      return made;
    } catch (error) {
      for (const each of locks) each.release();
      throw error;
    }
  }

  /** The folder until it is complete. */
  get unfinished(): string {
    return `${this.path}.unfinished`;
  }

  get work(): string {
    return join(this.unfinished, 'work');
  }

  get links(): string {
    return join(this.engine, linksName);
  }

  get engineMedia(): string {
    return join(this.engine, 'media');
  }

  async removeLinks(): Promise<void> {
    if (existsSync(this.links)) await rm(this.links, { recursive: true });
  }

  async removeWork(): Promise<void> {
    await rm(this.work, { recursive: true, force: true });
  }

  /** Gives the folder its name. */
  async finish(): Promise<void> {
    this.close();
    await rename(this.unfinished, this.path);
  }

  close(): void {
    for (const each of this.locks.splice(0)) each.release();
  }

  private async clear(): Promise<void> {
    for (const name of await readdir(this.unfinished))
      if (name !== lockName) await rm(join(this.unfinished, name), { recursive: true });
    await this.removeLinks();
    for (const folder of [this.work, join(this.unfinished, 'media')]) await mkdir(folder, { mode: 0o700 });
  }
}

/** The operating system releases the lock when the process is killed. */
async function lock(file: string): Promise<ConsumerLock> {
  try {
    return await ConsumerLock.acquire(file, 0);
  } catch (cause) {
    throw new Error(`Another backup runs (${file} is locked).`, { cause });
  }
}

async function isWritable(folder: string): Promise<boolean> {
  return await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}
