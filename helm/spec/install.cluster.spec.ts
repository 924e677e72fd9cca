import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCluster } from '../../tools/cluster.mjs';
import { ensureHelm } from '../../tools/helm-program.mjs';
import { componentOf, runningIn, workloadsOf, type KubeObject, type Workload } from './objects.ts';
import { root } from './root.ts';

const run = promisify(execFile);
const withinMs = 240_000;

const programs = await ensureHelm();
let folder: string;
let cluster: { readonly kubeconfig: string; stop(): Promise<void> };

async function execute(program: 'helm' | 'kubectl', args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: cluster.kubeconfig };
  const { stdout } = await run(programs[program], args, {
    cwd: root,
    env,
    timeout: withinMs,
    maxBuffer: 1 << 26,
  });
  return stdout;
}

async function apply(...objects: readonly object[]): Promise<string> {
  const path = join(folder, 'objects.json');
  writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  return execute('kubectl', ['apply', '--server-side', '--filename', path]);
}

/** The objects of a release in the cluster. */
async function installedIn(namespace: string): Promise<KubeObject[]> {
  const kinds = 'deployments,statefulsets,jobs';
  const text = await execute('kubectl', ['-n', namespace, 'get', kinds, '-o', 'json']);
  return (JSON.parse(text) as { items: KubeObject[] }).items;
}

/** There is no earlier release, so this is the same chart with an older version number. */
function previousChart(): string {
  const path = join(folder, 'previous');
  cpSync(join(root, 'helm/webinar-vault'), path, { recursive: true });
  const chart = readFileSync(join(path, 'Chart.yaml'), 'utf8');
  writeFileSync(join(path, 'Chart.yaml'), chart.replaceAll(/ersion: 0\.1\.0$/gm, 'ersion: 0.0.9'));
  return path;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vault-cluster-'));
  cluster = await startCluster();
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

describe.each([
  ['microservices', 'three-values', 8],
  ['all-in-one', 'all-in-one', 1],
] as const)('%s', (namespace, values, workloads) => {
  const helm = (order: string, ...args: readonly string[]) =>
    execute('helm', [order, 'vault', ...args, '--namespace', namespace, '--timeout', '180s']);
  const given = ['--values', `helm/spec/cases/${values}.yaml`];
  const imagesOf = (objects: readonly KubeObject[]) => [
    ...new Set(
      runningIn(objects).map(({ spec }) => spec.template.spec.containers[0]!.image.split(':').at(-1)),
    ),
  ];

  it('is installed, upgraded and rolled back', async () => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
    await helm('install', previousChart(), ...given);
    const first = await installedIn(namespace);
    expect(workloadsOf(first)).toHaveLength(workloads);
    expect(imagesOf(first)).toEqual(['0.0.9']);

    await helm('upgrade', 'helm/webinar-vault', ...given);
    const second = await installedIn(namespace);
    expect(imagesOf(second)).toEqual(['0.1.0']);
    expect(second.map(componentOf).sort()).toEqual(first.map(componentOf).sort());

    // Upgrading to the same version replaces no object.
    await helm('upgrade', 'helm/webinar-vault', ...given);
    const uids = (objects: readonly KubeObject[]) =>
      objects.map(({ metadata }) => (metadata as unknown as { uid: string }).uid).sort();
    expect(uids(await installedIn(namespace))).toEqual(uids(second));

    await helm('rollback', '1');
    expect(imagesOf(await installedIn(namespace))).toEqual(['0.0.9']);
  });
});

/** The pod that a workload would make. */
const podOf = ({ metadata, spec }: KubeObject<Workload>, namespace: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...spec.template.metadata, name: metadata.name, namespace },
  spec: spec.template.spec,
});

test('every pod fits the restricted profile, and a pod that keeps its capabilities is refused', async () => {
  const running = runningIn(await installedIn('microservices'));
  expect(running).toHaveLength(9);
  await apply(...running.map((object) => podOf(object, 'microservices')));
  const [first] = running.map((object) => podOf(object, 'microservices'));
  const [container] = first!.spec.containers;
  const metadata = { ...first!.metadata, name: 'more' };
  const more = { ...container!, securityContext: {} };
  const pod = { ...first!, metadata, spec: { ...first!.spec, containers: [more] } };
  await expect(apply(pod)).rejects.toThrow('violates PodSecurity "restricted');
});
