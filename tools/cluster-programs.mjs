// Kubernetes' API server as a program of this machine: built by Go the first time (ten minutes on two idle cores), in a
// cache; the etcd that it stores in is Debian's.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.mjs';

const run = promisify(execFile);
const kubernetes = '1.36.3';
/** Without it the server says that it has none, and Helm refuses it. */
const version = 'k8s.io/component-base/version.gitVersion';
const withinMs = 5_400_000;

/** @returns {Promise<string>} the program */
export async function ensureApiServer() {
  await run('etcd', ['--version']).catch(() => {
    throw new Error('etcd is missing (apt-get install etcd-server)');
  });
  const cache = cacheFolder();
  const folder = join(cache, `kubernetes-${kubernetes}`);
  const program = join(folder, 'kube-apiserver');
  if (existsSync(program)) return program;
  const source = join(folder, 'src');
  await mkdir(source, { recursive: true });
  await writeModule(source);
  console.log(`Building kube-apiserver ${kubernetes}, once…`);
  await go(source, { GOFLAGS: '-mod=mod' }, [
    ...['build', '-trimpath', '-ldflags', `-s -w -X ${version}=v${kubernetes}`, '-o', program],
    'k8s.io/kubernetes/cmd/kube-apiserver',
  ]);
  return program;
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
