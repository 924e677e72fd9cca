import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

test('when Helm cannot be fetched, one line says so and no files are left', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'webinar-vault-spec-'));
  try {
    const program = new URL('helm-program.mjs', import.meta.url).href;
    const code = `const { missingHelm } = await import('${program}'); console.log(await missingHelm());`;
    const env = { PATH: '/nowhere', WEBINAR_VAULT_CACHE: cache };
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { env });
    expect(stdout).toMatch(/^helm.*: .* is missing.*\n$/);
  } finally {
    await rm(cache, { recursive: true });
  }
});
