// The programs of a Kubernetes without nodes: its API server, controllers and scheduler, and kwok, which simulates nodes.
// Built by Go the first time (a quarter of an hour on four cores), in a cache; etcd is Debian's.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const kubernetes = '1.36.3';
const kwok = 'sigs.k8s.io/kwok/cmd/kwok@v0.7.0';
const built = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
const withinMs = 5_400_000;

/** @returns {Promise<string>} the folder that holds each of them by name */
export async function ensureClusterPrograms() {
  await run('etcd', ['--version']).catch(() => {
    throw new Error('etcd is missing (apt-get install etcd-server)');
  });
  const cache = process.env.WEBINAR_VAULT_CACHE ?? join(homedir(), '.cache', 'webinar-vault');
  const folder = join(cache, `kubernetes-${kubernetes}`);
  await mkdir(join(folder, 'src'), { recursive: true });
  const missing = built.filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0) await writeModule(join(folder, 'src'));
  for (const name of missing) {
    console.log(`Building ${name} ${kubernetes}, once…`);
    await go(join(folder, 'src'), { GOFLAGS: '-mod=mod' }, [
      ...['build', '-trimpath', '-ldflags', '-s -w', '-o', join(folder, name)],
      `k8s.io/kubernetes/cmd/${name}`,
    ]);
  }
  if (!existsSync(join(folder, 'kwok'))) await go('/', { GOBIN: folder }, ['install', kwok]);
  return folder;
}

async function go(cwd, env, args) {
  const common = { CGO_ENABLED: '0', GOTOOLCHAIN: 'local' };
  const options = { cwd, env: { ...process.env, ...common, ...env }, timeout: withinMs, maxBuffer: 1 << 26 };
  return (await run('go', args, options)).stdout;
}

/** Kubernetes names its own parts by a version that nobody serves: each has one of its own. */
async function writeModule(folder) {
  const answer = await go('/', {}, ['mod', 'download', '-json', `k8s.io/kubernetes@v${kubernetes}`]);
  const itsOwn = await readFile(JSON.parse(answer).GoMod, 'utf8');
  const parts = [...new Set([...itsOwn.matchAll(/(k8s\.io\/\S+) v0\.0\.0$/gm)].map(([, name]) => name))];
  const lines = [
    'module cluster',
    /^go .*$/m.exec(itsOwn)?.[0],
    `require k8s.io/kubernetes v${kubernetes}`,
    ...parts.map((name) => `replace ${name} => ${name} v${kubernetes.replace(/^1/, '0')}`),
  ];
  await writeFile(join(folder, 'go.mod'), `${lines.join('\n\n')}\n`);
}
