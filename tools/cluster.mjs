// A Kubernetes API server and its store for tests, on free local ports and in a temporary folder. It validates and
// stores objects; there are no controllers, so no pod starts.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureApiServer } from './cluster-programs.mjs';
import { freePort, startServer, untilReady } from './server-process.mjs';

/**
 * @returns {Promise<{ kubeconfig: string, stop(): Promise<void> }>} kubeconfig is the path of an administrator's
 */
export async function startCluster() {
  const program = await ensureApiServer();
  const folder = await mkdtemp(join(tmpdir(), 'webinar-vault-cluster-'));
  const running = [];
  const stop = async () => {
    for (const server of running.toReversed()) await server.kill();
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (name, path, args, isReady) => {
    const whenReady = (started) => untilReady(started, isReady, { name, seconds: 120 });
    const logFile = join(folder, `${name}.log`);
    running.push(await startServer({ program: path, args, logFile, whenReady }));
  };
  try {
    const etcd = await startEtcd(folder, start);
    const kubeconfig = await startApi(folder, program, etcd, start);
    return { kubeconfig, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startEtcd(folder, start) {
  const [clients, peers] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${clients}`;
  const own = `http://127.0.0.1:${peers}`;
  const args = [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', url, '--advertise-client-urls', url],
    ...[
      '--listen-peer-urls',
      own,
      '--initial-advertise-peer-urls',
      own,
      '--initial-cluster',
      `default=${own}`,
    ],
    // Its data is not needed after a crash, so it need not be written to disk.
    '--unsafe-no-fsync',
  ];
  await start('etcd', 'etcd', args, () => answers(`${url}/health`));
  return url;
}

async function startApi(folder, program, etcd, start) {
  const port = await freePort();
  const token = randomBytes(16).toString('hex');
  const keyFile = join(folder, 'service-accounts.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(join(folder, 'tokens.csv'), `${token},admin,admin,"system:masters"\n`);
  const kubeconfig = join(folder, 'kubeconfig');
  const server = `https://127.0.0.1:${port}`;
  await writeFile(kubeconfig, JSON.stringify(configOf(server, token)));
  const args = [
    ...[
      `--etcd-servers=${etcd}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--cert-dir=${folder}/certs`,
    ],
    ...[
      '--authorization-mode=RBAC',
      `--token-auth-file=${folder}/tokens.csv`,
      '--service-cluster-ip-range=10.0.0.0/16',
    ],
    ...['--service-account-issuer=https://cluster.test', `--service-account-key-file=${keyFile}`],
    `--service-account-signing-key-file=${keyFile}`,
  ];
  await start('kube-apiserver', program, args, () => isOpen(port));
  return kubeconfig;
}

/** The server makes its certificate when it starts, and it is the only listener on this local port: no check needed. */
function configOf(server, token) {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin' } }],
    'current-context': 'test',
  };
}

const answers = (url) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the API server is ready; this request needs no credentials. */
function isOpen(port) {
  return new Promise((resolve) => {
    const probe = request(
      { host: '127.0.0.1', port, path: '/readyz', rejectUnauthorized: false, timeout: 2_000 },
      (response) => resolve(response.resume().statusCode === 200),
    );
    probe.once('error', () => resolve(false)).once('timeout', () => probe.destroy());
    probe.end();
  });
}
