/**
 * A real server of object storage (S3) for tests: versitygw (Apache-2.0).
 *
 *   node tools/servers/versitygw.mjs -- command      runs the command with MEDIA_ENDPOINT and its keys set
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedProgram, runBucketServerAsTool, startBucketServer } from './bucket-server.mjs';
import { hasProgram, untilReady } from './server-process.mjs';

const version = '1.8.0';
const source = {
  name: 'versitygw',
  version,
  build: (go) =>
    go([
      'install',
      '-trimpath',
      '-ldflags',
      '-s -w',
      `github.com/versity/versitygw/cmd/versitygw@v${version}`,
    ]),
};

/** @returns why the program cannot be made here; undefined when it probably can */
export async function missingVersitygw() {
  if (existsSync(cachedProgram(source))) return undefined;
  return (await hasProgram('go', 'version')) ? undefined : 'Go is missing (apt-get install golang)';
}

/** @param {{ accounts?: Readonly<Record<string, string>> }} [options] secrets of accounts without rights, by their name */
export function startVersitygw({ accounts = {} } = {}) {
  return startBucketServer(source, async ({ folder, port, bucket, region, credentials }) => {
    const [root, sidecar, iam] = ['root', 'sidecar', 'iam'].map((name) => join(folder, name));
    // A folder below the root is a bucket.
    await mkdir(join(root, bucket), { recursive: true });
    await mkdir(sidecar);
    await mkdir(iam);
    const users = Object.entries(accounts).map(([access, secret]) => [
      access,
      { access, secret, role: 'user' },
    ]);
    await writeFile(join(iam, 'users.json'), JSON.stringify({ accessAccounts: Object.fromEntries(users) }));
    const account = ['--access', credentials.accessKeyId, '--secret', credentials.secretAccessKey];
    const listen = ['--region', region, '--port', `127.0.0.1:${port}`, '--iam-dir', iam];
    const answers = () =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => true,
        () => false,
      );
    return {
      args: [...account, ...listen, 'posix', '--sidecar', sidecar, root],
      whenReady: (started) => untilReady(started, answers, { name: 'versitygw', seconds: 60 }),
    };
  });
}

await runBucketServerAsTool(import.meta.url, 'versitygw', startVersitygw);
