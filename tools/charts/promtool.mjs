// Prometheus' promtool as a local program: taken from Debian's package of Prometheus, without installing the server.
import { join } from 'node:path';
import { cacheFolder, makeOnce } from '../cache-folder.mjs';
import { hasProgram, runProgram } from '../servers/server-process.mjs';

const withinMs = 300_000;

/** @returns {Promise<string>} the program */
export async function ensurePromtool() {
  if (await hasProgram('promtool', '--version')) return 'promtool';
  return makeOnce(join(cacheFolder(), 'promtool'), async (draftFolder) => {
    const options = { cwd: draftFolder, timeout: withinMs };
    const download = () => runProgram('apt-get', ['download', '-q', 'prometheus'], options);
    // A new machine has no package lists yet.
    await download().catch(async () => {
      await runProgram('apt-get', ['update', '-q'], options);
      await download();
    });
    await runProgram('sh', ['-c', 'dpkg-deb --extract prometheus_*.deb .'], options);
    return join(draftFolder, 'usr/bin/promtool');
  });
}
