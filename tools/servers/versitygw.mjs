/**
 * A real server of object storage (S3) for tests: versitygw on a free local port, over a temporary folder, stopped and
 * removed afterwards. It is built from its Go module once and kept in the cache (Apache-2.0: tests only, never shipped).
 *
 *   node tools/servers/versitygw.mjs -- command      runs the command with MEDIA_ENDPOINT and its keys set
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder, withFolderLock } from '../cache-folder.mjs';
import { freePort, runAsTool, runProgram, startServer, untilReady } from './server-process.mjs';

const version = '1.8.0';
const module = `github.com/versity/versitygw/cmd/versitygw@v${version}`;
const buildDeadlineMs = 1_800_000;

/** What is missing to run the server here, in one line. */
export class MissingVersitygw extends Error {}

/** @returns why the program cannot be made here; undefined when it probably can */
export async function missingVersitygw() {
  if (existsSync(programIn(cacheFolder()))) return undefined;
  return runProgram('go', ['version']).then(
    () => undefined,
    () => 'Go is missing (apt-get install golang)',
  );
}

const programIn = (cache) => join(cache, `versitygw-${version}`, 'versitygw');

/** The path of the program in the cache; the first call builds it, which takes minutes. */
async function ensureVersitygw() {
  const program = programIn(cacheFolder());
  const folder = dirname(program);
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  await withFolderLock(folder, async () => {
    if (existsSync(program)) return;
    const made = await mkdtemp(join(folder, '.made-'));
    const env = { ...process.env, GOBIN: made, CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOWORK: 'off' };
    try {
      const build = ['install', '-trimpath', '-ldflags', '-s -w', module];
      await runProgram('go', build, { env, cwd: made, timeout: buildDeadlineMs }).catch((error) => {
        const line = String(error.stderr || error.message)
          .trim()
          .split('\n')
          .at(-1);
        throw new MissingVersitygw(`versitygw: Go 1.26 or newer cannot build it here (${line})`);
      });
      await rename(join(made, 'versitygw'), program);
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  });
  return program;
}

/**
 * Starts a server with an empty bucket.
 * @returns {Promise<{ endpoint: string, bucket: string, region: string,
 *   credentials: { accessKeyId: string, secretAccessKey: string }, stop(): Promise<void>, kill(): Promise<void>,
 *   pause(): Promise<void>, resume(): Promise<void>, restart(): Promise<void> }>}
 * @throws {MissingVersitygw} when the program is not available here
 */
export async function startVersitygw() {
  const program = await ensureVersitygw();
  const folder = await mkdtemp(join(tmpdir(), 'webinar-vault-versitygw-'));
  const [root, sidecar, bucket] = [join(folder, 'root'), join(folder, 'sidecar'), 'media'];
  // A folder below the root is a bucket.
  await mkdir(join(root, bucket), { recursive: true });
  await mkdir(sidecar);
  const port = await freePort();
  const credentials = { accessKeyId: 'test-key', secretAccessKey: randomBytes(20).toString('hex') };
  const region = 'us-east-1';
  const endpoint = `http://127.0.0.1:${port}`;
  const account = ['--access', credentials.accessKeyId, '--secret', credentials.secretAccessKey];
  const server = await startServer({
    program,
    args: [
      ...account,
      '--region',
      region,
      '--port',
      `127.0.0.1:${port}`,
      'posix',
      '--sidecar',
      sidecar,
      root,
    ],
    logFile: join(folder, 'versitygw.out'),
    whenReady: (started) =>
      untilReady(
        started,
        () =>
          fetch(endpoint).then(
            () => true,
            () => false,
          ),
        { name: 'versitygw', seconds: 60 },
      ),
    cleanUp: () => rm(folder, { recursive: true, force: true }),
  });
  return Object.assign(server, { endpoint, bucket, region, credentials });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await runAsTool('servers/versitygw', startVersitygw, ({ endpoint, bucket, region, credentials }) => ({
    MEDIA_ENDPOINT: endpoint,
    MEDIA_BUCKET: bucket,
    MEDIA_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }));
