// Prometheus' promtool as a local program: taken from Debian's package of Prometheus, without installing the server.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, makeOnce } from '../cache-folder.mjs';

const run = promisify(execFile);
const withinMs = 300_000;

/** @returns {Promise<string>} the program */
export async function ensurePromtool() {
  if (await run('promtool', ['--version']).catch(() => undefined)) return 'promtool';
  return makeOnce(join(cacheFolder(), 'promtool'), async (draftFolder) => {
    const options = { cwd: draftFolder, timeout: withinMs };
    const download = () => run('apt-get', ['download', '-q', 'prometheus'], options);
    // A new machine has no package lists yet.
    await download().catch(async () => {
      await run('apt-get', ['update', '-q'], options);
      await download();
    });
    await run('sh', ['-c', 'dpkg-deb --extract prometheus_*.deb .'], options);
    return join(draftFolder, 'usr/bin/promtool');
  });
}
