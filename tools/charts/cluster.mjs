// A Kubernetes cluster for tests, on free local ports and in a temporary folder: the real store, API server, controllers
// and scheduler. Its nodes are kwok's: their pods become ready, complete and end, but no container runs.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ensureClusterPrograms } from './cluster-programs.mjs';
import { freePort, startServer, untilReady } from '../servers/server-process.mjs';

/**
 * @returns {Promise<{ kubeconfig: string, folder: string, stop(): Promise<void> }>} kubeconfig is the path of an
 *   administrator's; the folder takes other temporary files
 */
export async function startCluster() {
  const programs = await ensureClusterPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'webinar-vault-cluster-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const running = [];
  const stop = async () => {
    for (const server of running.toReversed()) await server.kill();
    process.off('exit', remove);
    remove();
  };
  const start = async (name, args, isReady) => {
    const whenReady = (started) => untilReady(started, isReady, { name, seconds: 120 });
    const logFile = join(folder, `${name}.log`);
    running.push(await startServer({ program: join(programs, name), args, logFile, whenReady }));
  };
  try {
    const etcd = await startEtcd(folder, start);
    const { kubeconfig, keyFile } = await startApi(folder, etcd, start);
    await startController('kube-controller-manager', kubeconfig, start, [
      `--cert-dir=${folder}/controller-certs`,
      `--service-account-private-key-file=${keyFile}`,
      '--horizontal-pod-autoscaler-sync-period=1s',
    ]);
    await startController('kube-scheduler', kubeconfig, start, [`--cert-dir=${folder}/scheduler-certs`]);
    await startKwok(folder, kubeconfig, join(programs, 'stages'), start);
    return { kubeconfig, folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startEtcd(folder, start) {
  const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const args = [
    ...[`--data-dir=${folder}/etcd`, `--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
    ...[
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
    ],
    // Its data is not needed after a crash, so it need not be written to disk.
    '--unsafe-no-fsync',
  ];
  await start('etcd', args, () => answers(`${client}/health`));
  return client;
}

async function startApi(folder, etcd, start) {
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
  await start('kube-apiserver', args, () => answers(`${server}/readyz`));
  return { kubeconfig, keyFile };
}

async function startController(name, kubeconfig, start, more) {
  const port = await freePort();
  const common = [
    `--kubeconfig=${kubeconfig}`,
    '--leader-elect=false',
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
  ];
  await start(name, [...common, ...more], () => answers(`https://127.0.0.1:${port}/healthz`));
}

async function startKwok(folder, kubeconfig, stagesFolder, start) {
  const port = await freePort();
  const files = await readdir(stagesFolder);
  const stages = await Promise.all(
    files.map(async (file) => parse(await readFile(join(stagesFolder, file), 'utf8'))),
  );
  const config = join(folder, 'kwok.yaml');
  await writeFile(config, stages.map((stage) => stringify(slowed(stage))).join('---\n'));
  const args = [
    ...[`--kubeconfig=${kubeconfig}`, `--config=${config}`, '--manage-all-nodes', '--cidr=10.64.0.0/12'],
    ...['--node-lease-duration-seconds=40', `--server-address=127.0.0.1:${port}`],
  ];
  await start('kwok', args, () => answers(`http://127.0.0.1:${port}/healthz`));
}

/** Lets pods be not ready, or ending, for a time that differs, as on real nodes. */
const slowed = ({ spec, ...stage }) => ({
  ...stage,
  spec: { ...spec, delay: { durationMilliseconds: 200, jitterDurationMilliseconds: 1000 } },
});

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

/** Whether a server reports that it is ready; these requests need no credentials. */
function answers(url) {
  const get = url.startsWith('https') ? getHttps : getHttp;
  return new Promise((resolve) => {
    const request = get(url, { rejectUnauthorized: false, timeout: 2_000 }, (response) =>
      resolve(response.resume().statusCode === 200),
    );
    request.once('error', () => resolve(false)).once('timeout', () => request.destroy());
  });
}
