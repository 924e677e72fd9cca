import { copyFile, open, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

const maxTries = 50;
const retryAfterMs = 50;
/** The length of the header of a write-ahead log; it has a random number that changes when the log begins anew. */
const headerBytes = 32;

/**
 * Copies the catalogue of a video engine that runs. The engine has it open exclusively, so it cannot be opened here, but
 * its files can be read: first the database, then the log of writes. As long as the log did not begin anew meanwhile, it
 * has every page that changed since, and what the database had of a page does not matter. The copy is one file.
 * @throws when the log always began anew, or the copy is damaged
 */
export async function copyCatalogue(from: string, to: string): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await headerOf(`${from}-wal`);
    await copyFile(from, to);
    await copyIfPresent(`${from}-wal`, `${to}-wal`);
    const [after, copied] = [await headerOf(`${from}-wal`), await headerOf(`${to}-wal`)];
    if (before === after && before === copied) {
      settle(to);
      return;
    }
    await wait(retryAfterMs);
  }
  throw new Error(`${from} changed constantly and could not be copied. Run this again.`);
}

async function headerOf(file: string): Promise<string> {
  const opened = await open(file).catch(undefinedIfMissing);
  if (!opened) return '';
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    return buffer.toString('hex', 0, bytesRead);
  } finally {
    await opened.close();
  }
}

async function copyIfPresent(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await copyFile(from, to).catch(undefinedIfMissing);
}

function settle(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    const [result] = database.prepare('PRAGMA integrity_check').all();
    if (result?.integrity_check !== 'ok') throw new Error(`${file} is damaged: ${JSON.stringify(result)}`);
  } finally {
    database.close();
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
