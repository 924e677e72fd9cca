import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The folder that keeps downloaded and built programs between runs. */
export function cacheFolder() {
  return process.env.WEBINAR_VAULT_CACHE ?? join(homedir(), '.cache', 'webinar-vault');
}

/** Runs `work` under a lock on the folder: a socket name, which the kernel releases when the process ends. */
export async function withFolderLock(folder, work, withinMs = 900_000) {
  if (process.platform !== 'linux') return work();
  const name = `\0webinar-vault-${createHash('sha256').update(folder).digest('hex')}`;
  const deadline = performance.now() + withinMs;
  let lock;
  while ((lock = await listen(name)) === undefined) {
    if (performance.now() > deadline)
      throw new Error(`another process has been working on ${folder} for ${withinMs / 60_000} min`);
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
