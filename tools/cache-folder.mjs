import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The folder that keeps downloaded and built programs between runs. */
export function cacheFolder() {
  return process.env.WEBINAR_VAULT_CACHE ?? join(homedir(), '.cache', 'webinar-vault');
}

/**
 * Makes a file or folder unless it exists. It appears only when it is complete.
 * @param {string} path
 * @param {(draftFolder: string) => Promise<string>} make works in a new folder, and returns the path of what it made there
 * @param {number} [withinMs] how long another process may take that makes it
 * @returns {Promise<string>} the path
 */
export async function makeOnce(path, make, withinMs = 900_000) {
  if (existsSync(path)) return path;
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const makeHere = async () => {
    if (existsSync(path)) return;
    const draftFolder = await mkdtemp(join(folder, '.draft-'));
    const remove = () => rmSync(draftFolder, { recursive: true, force: true });
    process.once('exit', remove);
    try {
      await rename(await make(draftFolder), path);
    } catch (error) {
      // On a system without the lock, another process may have finished first.
      if (!existsSync(path)) throw error;
    } finally {
      process.off('exit', remove);
      remove();
    }
  };
  await withLock(path, makeHere, withinMs);
  return path;
}

/** Runs `work` under a lock on the path: a socket name, which the kernel releases when the process ends. */
async function withLock(path, work, withinMs) {
  if (process.platform !== 'linux') return work();
  const name = `\0webinar-vault-${createHash('sha256').update(path).digest('hex')}`;
  const deadline = performance.now() + withinMs;
  let lock;
  while ((lock = await listen(name)) === undefined) {
    if (performance.now() > deadline)
      throw new Error(`another process has been working on ${path} for ${withinMs / 60_000} min`);
    await wait(50);
  }
  try {
    return await work();
  } finally {
    await new Promise((resolve) => lock.close(resolve));
  }
}

function listen(name) {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(undefined));
    server.listen(name, () => resolve(server));
  });
}
