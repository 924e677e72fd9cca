import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../prepare.mjs';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'vault-images-'));
const log = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));

/** Has the base image already, and builds nothing. */
const buildah = `#!/bin/sh
printf '%s\\n' "$*" >> ${log}
case "$5" in
  images) echo "localhost/node:$NODE_OF_IMAGES-bookworm-slim" ;;
  bud) exit 3 ;;
esac`;
for (const [name, script] of Object.entries({ buildah, mmdebstrap: '#!/bin/sh' })) {
  writeFileSync(join(folder, name), script);
  chmodSync(join(folder, name), 0o755);
}

const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>;
};
const node = optionalDependencies[`node-linux-${process.arch}`];

/** Runs the check with these programs. @returns what it prints when it fails, and their arguments */
async function check(...apps: readonly string[]) {
  writeFileSync(log, '');
  const PATH = `${folder}${delimiter}${String(process.env['PATH'])}`;
  const env = { ...process.env, PATH, NODE_OF_IMAGES: node, WEBINAR_VAULT_CACHE: folder };
  const failure = await run(process.execPath, ['tools/images/images.mjs', ...apps], { cwd: root, env }).catch(
    String,
  );
  return { failure, commands: readFileSync(log, 'utf8').trim().split('\n') };
}

test('apps that do not exist are refused before anything is made', async () => {
  const { failure, commands } = await check('gateway', 'mail', 'migrate', '--help');
  expect(failure).toContain('There is no app mail, migrate, --help to start. There are: admin, all-in-one,');
  expect(commands).toEqual(['']);
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

test('an app is built on the local base as a container engine does, and a failed build ends the check', async () => {
  const { failure, commands } = await check('clip', 'auth');
  if (!isRoot) {
    expect(failure).toContain('This needs root, on Linux.');
    return;
  }
  expect(failure).toContain('The image of clip could not be built.');
  const builds = commands.filter((command) => / bud /.test(command));
  expect(builds).toEqual([
    expect.stringMatching(
      / --build-arg NODE_IMAGE=localhost\/node:\S+ --build-arg APP=clip .*-f apps\/Dockerfile /,
    ),
  ]);
});
