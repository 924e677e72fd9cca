// The programs of a Kubernetes cluster. Go builds them once from their modules, and a cache keeps them.
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cacheFolder, makeOnce } from '../cache-folder.mjs';
import { hasProgram, runProgram } from '../servers/server-process.mjs';

const kubernetes = '1.36.3';
const kwok = '0.8.0';
const packages = [
  'k8s.io/kubernetes/cmd/kube-apiserver',
  'k8s.io/kubernetes/cmd/kube-controller-manager',
  'k8s.io/kubernetes/cmd/kube-scheduler',
  'sigs.k8s.io/kwok/cmd/kwok',
  'go.etcd.io/etcd/server/v3',
];
/** What kwok does to nodes and pods, in its module. */
const stages = [
  'node/fast/node-initialize',
  'pod/fast/pod-ready',
  'pod/fast/pod-complete',
  'pod/fast/pod-delete',
];
/** Without a version the server reports none, and Helm refuses to use it. */
const version = 'k8s.io/component-base/version.gitVersion';
const withinMs = 5_400_000;

// By default a signal ends this process without its exit handlers, which end programs and remove temporary files.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** @returns {Promise<string>} a folder with the programs by name, and kwok's stages in `stages` */
export function ensureClusterPrograms() {
  const make = async (draftFolder) => {
    if (!(await hasProgram('go', 'version')))
      throw new Error('Go is missing (1.26 or newer): it builds the programs of Kubernetes');
    console.log(`Building Kubernetes ${kubernetes}, once…`);
    const source = join(draftFolder, 'source');
    await mkdir(source);
    await writeModule(source);
    const flags = ['-trimpath', '-ldflags', `-s -w -X ${version}=v${kubernetes}`];
    await go(source, ['build', ...flags, '-o', `${draftFolder}/`, ...packages]);
    await rename(join(draftFolder, 'server'), join(draftFolder, 'etcd'));
    await copyStages(source, join(draftFolder, 'stages'));
    return draftFolder;
  };
  return makeOnce(join(cacheFolder(), `kubernetes-${kubernetes}-kwok-${kwok}`), make, withinMs);
}

function go(cwd, args) {
  const common = { CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' };
  // Its temporary files are in a folder that is removed at the end, also when Go is interrupted.
  const env = { ...process.env, ...common, GOTMPDIR: cwd };
  return runProgram('go', args, { cwd, env, timeout: withinMs });
}

/** Kubernetes requires its own modules at v0.0.0, which is not published: replace each by its published version. */
async function writeModule(folder) {
  const answer = await go(folder, ['mod', 'download', '-json', `k8s.io/kubernetes@v${kubernetes}`]);
  const goMod = await readFile(JSON.parse(answer).GoMod, 'utf8');
  const modules = [...new Set([...goMod.matchAll(/(k8s\.io\/\S+) v0\.0\.0$/gm)].map(([, name]) => name))];
  const lines = [
    'module cluster',
    /^go .*$/m.exec(goMod)?.[0],
    `require k8s.io/kubernetes v${kubernetes}`,
    `require sigs.k8s.io/kwok v${kwok}`,
    ...modules.map((name) => `replace ${name} => ${name} v${kubernetes.replace(/^1/, '0')}`),
  ];
  await writeFile(join(folder, 'go.mod'), `${lines.join('\n\n')}\n`);
}

async function copyStages(source, folder) {
  const module = (await go(source, ['list', '-m', '-f', '{{.Dir}}', 'sigs.k8s.io/kwok'])).trim();
  await mkdir(folder);
  for (const stage of stages)
    await copyFile(join(module, 'kustomize/stage', `${stage}.yaml`), join(folder, `${basename(stage)}.yaml`));
}
