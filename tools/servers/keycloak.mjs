// Keycloak for tests, as a local program of Java: Maven downloads it once for the cache. It is for tests only and never shipped.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, makeOnce } from '../cache-folder.mjs';
import { freePort, hasProgram, runProgram, startServer, untilReady } from './server-process.mjs';

const version = '26.7.3';
const name = `keycloak-${version}`;
const archive = `keycloak-quarkus-dist-${version}.tar.gz`;
const archiveSha256 = '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47';
const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
/** On a busy machine. */
const makeWithinMs = 900_000;
const startSeconds = 900;

/** @returns why it cannot run here; undefined when it probably can */
export async function missingKeycloak() {
  const programs = existsSync(join(cacheFolder(), name, name)) ? ['java'] : ['java', 'mvn'];
  for (const program of programs)
    if (!(await hasProgram(program, '-version')))
      return `keycloak: ${program} is missing (apt-get install default-jre-headless maven)`;
  return undefined;
}

/** The folder of the program in the cache; the first call downloads and builds it, which takes minutes. */
function ensureKeycloak() {
  const make = async (draftFolder) => {
    const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:tar.gz`;
    const options = { cwd: draftFolder, timeout: makeWithinMs };
    await runProgram('mvn', ['-q', '-B', copy, `-Dartifact=${artifact}`, '-DoutputDirectory=.'], options);
    const bytes = await readFile(join(draftFolder, archive));
    if (createHash('sha256').update(bytes).digest('hex') !== archiveSha256)
      throw new Error('keycloak: the download is another one than expected');
    await runProgram('tar', ['xzf', archive], options);
    await runProgram(join(name, 'bin', 'kc.sh'), ['build', '--db=dev-mem', '--health-enabled=true'], options);
    return join(draftFolder, name);
  };
  return makeOnce(join(cacheFolder(), name, name), make);
}

/**
 * Starts it with an empty store in memory, on a free local port with TLS.
 * @param {{ ca: string, cert: string, key: string }} certificate of 127.0.0.1
 * @returns {Promise<{ origin: string, admin: { username: string, password: string }, stop(): Promise<void> }>}
 */
export async function startKeycloak({ ca, cert, key }) {
  const home = await ensureKeycloak();
  const folder = await mkdtemp(join(tmpdir(), 'webinar-vault-keycloak-'));
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await writeFile(certFile, cert);
  await writeFile(keyFile, key, { mode: 0o600 });
  const port = await freePort();
  const healthPort = await freePort();
  const origin = `https://127.0.0.1:${port}`;
  const admin = { username: 'admin', password: randomBytes(20).toString('hex') };
  const jar = join(home, 'lib', 'quarkus-run.jar');
  // Without its script, which would leave Java behind when it is killed.
  const java = [
    ...[
      '-Xms64m',
      '-Xmx512m',
      `-Dkc.home.dir=${home}`,
      '-Djboss.server.config.dir=conf',
      `-Djava.io.tmpdir=${folder}`,
    ],
    '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory',
    ...['-cp', jar, 'io.quarkus.bootstrap.runner.QuarkusEntryPoint'],
  ];
  const settings = {
    hostname: origin,
    'http-host': '127.0.0.1',
    'https-port': port,
    'https-certificate-file': certFile,
    'https-certificate-key-file': keyFile,
    'http-management-port': healthPort,
  };
  const words = Object.entries(settings).map(([setting, value]) => `--${setting}=${value}`);
  const variables = [
    `KC_BOOTSTRAP_ADMIN_USERNAME=${admin.username}`,
    `KC_BOOTSTRAP_ADMIN_PASSWORD=${admin.password}`,
  ];
  const agent = new Agent({ ca });
  const isReady = () =>
    new Promise((resolve) => {
      request(`https://127.0.0.1:${healthPort}/health/ready`, { agent }, (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      })
        .once('error', () => resolve(false))
        .end();
    });
  const server = await startServer({
    program: 'env',
    args: [...variables, 'java', ...java, 'start', '--optimized', ...words],
    logFile: join(folder, 'keycloak.out'),
    whenReady: (started) => untilReady(started, isReady, { name: 'keycloak', seconds: startSeconds }),
    cleanUp: () => rm(folder, { recursive: true, force: true }),
  });
  return { origin, admin, stop: server.stop };
}
