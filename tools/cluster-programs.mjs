// The API server of Kubernetes as a local program: Go builds it once (ten minutes on two idle cores), and a cache keeps it.
// Its store, etcd, comes from Debian's package.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.mjs';

const run = promisify(execFile);
const kubernetes = '1.36.3';
/** Without a version the server reports none, and Helm refuses to use it. */
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

/** Kubernetes requires its own modules at v0.0.0, which is not published: replace each by its published version. */
async function writeModule(folder) {
  const answer = await go('/', {}, ['mod', 'download', '-json', `k8s.io/kubernetes@v${kubernetes}`]);
  const goMod = await readFile(JSON.parse(answer).GoMod, 'utf8');
  const modules = [...new Set([...goMod.matchAll(/(k8s\.io\/\S+) v0\.0\.0$/gm)].map(([, name]) => name))];
  const lines = [
    'module cluster',
    /^go .*$/m.exec(goMod)?.[0],
    `require k8s.io/kubernetes v${kubernetes}`,
    ...modules.map((name) => `replace ${name} => ${name} v${kubernetes.replace(/^1/, '0')}`),
  ];
  await writeFile(join(folder, 'go.mod'), `${lines.join('\n\n')}\n`);
}
