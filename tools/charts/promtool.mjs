// Prometheus' promtool as a local program: taken from Debian's package of Prometheus, without installing the server.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../cache-folder.mjs';

const run = promisify(execFile);
const withinMs = 300_000;

/** @returns {Promise<string>} the program */
export async function ensurePromtool() {
  if (await run('promtool', ['--version']).catch(() => undefined)) return 'promtool';
  const cache = cacheFolder();
  const program = join(cache, 'promtool');
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, '.promtool-'));
  try {
    const options = { cwd: folder, timeout: withinMs };
    const download = () => run('apt-get', ['download', '-q', 'prometheus'], options);
    // A new machine has no package lists yet.
    await download().catch(async () => {
      await run('apt-get', ['update', '-q'], options);
      await download();
    });
    await run('sh', ['-c', 'dpkg-deb --extract prometheus_*.deb .'], options);
    await copyFile(join(folder, 'usr/bin/promtool'), join(folder, 'promtool'));
    await rename(join(folder, 'promtool'), program);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return program;
}
