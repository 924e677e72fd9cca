import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'webinar-vault-spec-'));
});
afterEach(() => rm(cache, { recursive: true }));

/** Runs a tool with an empty PATH and an empty cache. */
function runWithout(tool: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const path = fileURLToPath(new URL(tool, import.meta.url));
  const env = { PATH: '/nowhere', WEBINAR_VAULT_CACHE: cache, NODE_NO_WARNINGS: '1' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [path, '--', 'true'], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

describe('a machine without the programs', () => {
  it.each([
    ['kafka.mjs', 'kafka: Java 17 or newer is missing (apt-get install default-jre-headless)\n'],
    ['versitygw.mjs', 'versitygw: Go 1.26 or newer cannot build it here (spawn go ENOENT)\n'],
    ['seaweedfs.mjs', 'seaweedfs: Go 1.26 or newer cannot build it here (spawn go ENOENT)\n'],
    ['mongod.mjs', 'mongod: python3 with pip is missing (apt-get install python3-pip)\n'],
  ])('%s says in one line what is missing', async (tool, line) => {
    await expect(runWithout(tool)).resolves.toEqual({ code: 1, stdout: '', stderr: line });
  });
});
