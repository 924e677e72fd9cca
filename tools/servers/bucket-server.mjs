// What the servers of object storage for tests share: Go builds them once for the cache, and they serve one bucket on a free
// local port over a temporary folder, which is removed with them. They are for tests only and never shipped.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder, makeOnce } from '../cache-folder.mjs';
import { freePort, runAsTool, runProgram, startServer } from './server-process.mjs';

const buildWithinMs = 5_400_000;

/** What is missing to run a server here, in one line. */
export class MissingBucketServer extends Error {}

/** The path of a program in the cache. */
export const cachedProgram = ({ name, version }) => join(cacheFolder(), `${name}-${version}`, name);

/**
 * The path of a program in the cache; the first call builds it, which takes minutes.
 * @param {{ name: string, version: string, build: (go: (words: string[], cwd?: string) => Promise<string>, folder: string) => Promise<void> }} source
 *   `build` makes the program in the folder, with runs of Go
 * @throws {MissingBucketServer} when it cannot be built here
 */
function ensureProgram({ name, version, build }) {
  const make = async (draftFolder) => {
    const env = { ...process.env, GOBIN: draftFolder, CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOWORK: 'off' };
    const go = (words, cwd = draftFolder) =>
      runProgram('go', words, { env, cwd, timeout: buildWithinMs }).catch((error) => {
        const line = String(error.stderr || error.message)
          .trim()
          .split('\n')
          .at(-1);
        throw new MissingBucketServer(`${name}: Go 1.26 or newer cannot build it here (${line})`);
      });
    await build(go, draftFolder);
    return join(draftFolder, name);
  };
  return makeOnce(cachedProgram({ name, version }), make, buildWithinMs);
}

/**
 * Starts a server with an empty bucket.
 * @param {{ name: string, version: string, build: Function }} source of its program
 * @param {(place: { folder: string, port: number, bucket: string, region: string, logFile: string,
 *   credentials: { accessKeyId: string, secretAccessKey: string } }) =>
 *   Promise<{ args: string[], whenReady: (started: { isRunning: () => boolean }) => Promise<void> }>} prepare
 * @returns {Promise<{ endpoint: string, bucket: string, region: string,
 *   credentials: { accessKeyId: string, secretAccessKey: string }, stop(): Promise<void>, kill(): Promise<void>,
 *   pause(): Promise<void>, resume(): Promise<void>, restart(): Promise<void> }>}
 * @throws {MissingBucketServer} when the program is not available here
 */
export async function startBucketServer(source, prepare) {
  const program = await ensureProgram(source);
  const folder = await mkdtemp(join(tmpdir(), `webinar-vault-${source.name}-`));
  const port = await freePort();
  const settings = {
    bucket: 'media',
    region: 'us-east-1',
    credentials: { accessKeyId: 'test-key', secretAccessKey: randomBytes(20).toString('hex') },
  };
  const logFile = join(folder, `${source.name}.out`);
  const server = await startServer({
    ...(await prepare({ folder, port, logFile, ...settings })),
    program,
    logFile,
    cleanUp: () => rm(folder, { recursive: true, force: true }),
  });
  return Object.assign(server, settings, { endpoint: `http://127.0.0.1:${port}` });
}

/** `node tools/servers/NAME.mjs -- command` runs the command with MEDIA_ENDPOINT and its keys set. */
export async function runBucketServerAsTool(moduleUrl, name, start) {
  if (process.argv[1] === undefined || moduleUrl !== pathToFileURL(process.argv[1]).href) return;
  await runAsTool(`servers/${name}`, start, ({ endpoint, bucket, region, credentials }) => ({
    MEDIA_ENDPOINT: endpoint,
    MEDIA_BUCKET: bucket,
    MEDIA_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }));
}
