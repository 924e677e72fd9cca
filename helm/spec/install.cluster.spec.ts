import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureClusterPrograms } from '../../tools/charts/cluster-programs.mjs';
import { startCluster } from '../../tools/charts/cluster.mjs';
import { ensureHelm } from '../../tools/charts/helm-program.mjs';
import { productCases } from './cases.ts';
import { ClusterClient, type Offer } from './cluster-client.ts';
import {
  componentOf,
  objectsIn,
  ofKind,
  runningIn,
  workloadsOf,
  type KubeObject,
  type PodSpec,
  type Workload,
} from './objects.ts';
import { render } from './helm.ts';
import { rendered as renderedCase } from './renders.ts';
import { root, version as current } from './root.ts';

interface Pod extends KubeObject<PodSpec & { readonly nodeName: string }> {
  readonly metadata: KubeObject['metadata'] & { readonly uid: string };
}

// Here and not in `beforeAll`, which has a time limit: the first time Go builds the programs.
await ensureClusterPrograms();
const programs = await ensureHelm();
let cluster: Awaited<ReturnType<typeof startCluster>>;
let client: ClusterClient;

const zones = ['a', 'b'];
const nodes = zones.flatMap((zone) =>
  [`node-${zone}1`, `node-${zone}2`].map((name) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'topology.kubernetes.io/zone': zone, 'kubernetes.io/hostname': name } },
    status: { allocatable: { cpu: '4', memory: '16Gi', pods: '110', 'ephemeral-storage': '50Gi' } },
  })),
);
/** For the claims of the video engine and of all in one. */
const volumes = ['volume-1', 'volume-2'].map((name) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    capacity: { storage: '1Ti' },
    accessModes: ['ReadWriteOnce'],
    hostPath: { path: `/${name}` },
  },
}));

const guide = readFileSync(join(root, 'helm/webinar-vault/README.md'), 'utf8');

/** There is no earlier release, so this is the same chart with an older version number. */
function previousChart(): string {
  const path = join(cluster.folder, 'previous');
  cpSync(join(root, 'helm/webinar-vault'), path, { recursive: true });
  const chart = readFileSync(join(path, 'Chart.yaml'), 'utf8');
  writeFileSync(join(path, 'Chart.yaml'), chart.replaceAll(`ersion: ${current}`, 'ersion: 0.0.9'));
  return path;
}

/** The objects in the YAML blocks and here-documents of a page; other YAML, such as values, is none. */
function manifestsIn(page: string): KubeObject[] {
  const blocks = page.matchAll(/^ *```ya?ml\n([^]*?)^ *```|<<-?'?(\w+)'?\n([^]*?)^\2$/gm);
  return [...blocks]
    .flatMap(([, block, , here]) => objectsIn(block ?? here ?? ''))
    .filter(({ apiVersion, kind }) => apiVersion && kind);
}

async function makeNamespace(name: string) {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
  const secret =
    'MONGO_URL=mongodb://mongo MONGO_ADMIN_URL=mongodb://admin@mongo sh helm/webinar-vault/make-secret.sh vault';
  await client.shell(`${secret} | kubectl --namespace ${name} create --filename -`);
}

function expectNoneFewer(deployments: readonly KubeObject<Workload>[], offers: ReadonlyMap<string, Offer>) {
  for (const { metadata, spec } of deployments)
    expect([metadata.name, offers.get(metadata.name)!.fewest]).toEqual([metadata.name, spec.replicas]);
}

beforeAll(async () => {
  cluster = await startCluster();
  client = new ClusterClient(programs, cluster);
  await client.apply(...nodes, ...volumes);
  await client.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
});
afterAll(() => cluster.stop());

const toEnd = ['--wait', '--wait-for-jobs', '--timeout', '240s'];

const [microservices, allInOne] = ['k8s/values.yaml', 'k8s/all-in-one.yaml'] as const;
/** What a chart renders of these values: nothing is counted by hand, so that a new service needs no change here. */
async function expectedOf(values: string) {
  const workloads = workloadsOf(objectsIn(await render('webinar-vault', [values])));
  const replicasOf = ({ spec }: KubeObject<Workload>) => spec.replicas ?? 1;
  return {
    workloads: workloads.length,
    pods: workloads.reduce((sum, workload) => sum + replicasOf(workload), 0),
    deployments: ofKind<Workload>(workloads, 'Deployment').map(
      ({ metadata, spec }) => [metadata.name, spec.replicas] as const,
    ),
  };
}

describe.each([
  ['microservices', microservices, await expectedOf(microservices)],
  ['all-in-one', allInOne, await expectedOf(allInOne)],
] as const)('%s', (namespace, values, expected) => {
  const given = ['--namespace', namespace, '--values', values, ...toEnd];
  const installed = () => client.get<KubeObject>(namespace, 'deployments,statefulsets,jobs');
  /** The pods of services; not that of the job, which has ended. */
  const pods = () => client.get<Pod>(namespace, 'pods', '--field-selector', 'status.phase=Running');

  async function expectRunning(version: string, offers?: ReadonlyMap<string, Offer>): Promise<Pod[]> {
    // Old pods need some time to end.
    await client.until(async () => (await pods()).length === expected.pods);
    const found = await pods();
    expect([...new Set(found.map(({ spec }) => spec.containers[0]!.image.split(':').at(-1)))]).toEqual([
      version,
    ]);
    for (const group of Map.groupBy(found, componentOf).values())
      if (group.length > 1) expect(group.map(({ spec }) => spec.nodeName.at(-2)).sort()).toEqual(zones);
    // Each pod also gets requests.
    const isOffered = (pod: Pod) => offers!.get(`vault-${componentOf(pod)}`)!.pods.has(pod.metadata.name);
    if (offers) await client.until(() => found.every(isOffered));
    return found;
  }

  it('is installed, upgraded and rolled back without a service below its replicas', async () => {
    await makeNamespace(namespace);
    await client.helm('install', 'vault', previousChart(), ...given);
    const first = await installed();
    expect(workloadsOf(first)).toHaveLength(expected.workloads);
    await expectRunning('0.0.9');

    const deployments = ofKind<Workload>(first, 'Deployment');
    const offers = await client.servicesDuring(namespace, deployments, async (seen) => {
      await client.helm('upgrade', 'vault', 'helm/webinar-vault', ...given);
      const second = await installed();
      expect(second.map(componentOf).sort()).toEqual(first.map(componentOf).sort());
      const upgraded = await expectRunning(current, seen);

      // The cluster has each object of the chart.
      const manifest = await client.helm('get', 'manifest', 'vault', '--namespace', namespace);
      const file = join(cluster.folder, 'manifest.yaml');
      writeFileSync(file, manifest);
      expect(await client.get(namespace, '--filename', file)).toHaveLength(objectsIn(manifest).length);

      // Upgrading to the same version replaces nothing.
      await client.helm('upgrade', 'vault', 'helm/webinar-vault', ...given);
      const uids = (found: readonly Pod[]) => found.map(({ metadata }) => metadata.uid).sort();
      expect(uids(await pods())).toEqual(uids(upgraded));

      await client.helm('rollback', 'vault', '1', '--namespace', namespace, ...toEnd);
      await expectRunning('0.0.9', seen);
    });

    expectNoneFewer(deployments, offers);
  });
});

test('the job made its changes once for each version', async () => {
  const [job, ...others] = await client.get<{ status: { succeeded: number } }>('microservices', 'jobs');
  expect(others).toEqual([]);
  expect(job!.status.succeeded).toBe(1);
});

test('the guide switches autoscaling on and off without a service below its replicas', async () => {
  interface Scaler {
    readonly status: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
  }
  const namespace = 'microservices';
  const release = ['vault', '--namespace', namespace, ...toEnd];
  const byHpa = 'defaults.autoscaling.type=hpa,services.video-engine.autoscaling.type=none';
  const deployments = () => client.get<KubeObject<Workload>>(namespace, 'deployments');
  const replicas = async () =>
    new Map((await deployments()).map(({ metadata, spec }) => [metadata.name, spec.replicas]));
  const rendered = new Map((await expectedOf(microservices)).deployments);
  const before = await deployments();
  const offers = await client.servicesDuring(namespace, before, async () => {
    const [, command] = /```sh\n(kubectl -n webinars get deployments[^`]+)```/.exec(guide)!;
    await client.shell(command!.replaceAll('webinars', namespace));
    await client.helm('upgrade', ...release, 'helm/webinar-vault', '--reuse-values', '--set', byHpa);
    expect(await replicas()).toEqual(rendered);
    await client.until(async () => {
      const scalers = await client.get<Scaler>(namespace, 'horizontalpodautoscalers');
      const isAble = ({ status: { conditions } }: Scaler) =>
        conditions?.some(({ type, status }) => type === 'AbleToScale' && status === 'True');
      return scalers.length === rendered.size && scalers.every(isAble);
    });

    // As an autoscaler does under load: there are no metrics here.
    await client.kubectl('-n', namespace, 'scale', 'deployment/vault-auth', '--replicas=3');
    await client.helm('upgrade', ...release, 'helm/webinar-vault', '--reuse-values');
    expect(await replicas()).toEqual(new Map(rendered).set('vault-auth', 3));

    await client.helm('rollback', ...release, '1', '--force-conflicts');
    expect(await replicas()).toEqual(rendered);
  });
  expectNoneFewer(before, offers);
});

test('a pod is evicted only while the service has another one', async () => {
  const namespace = 'microservices';
  const of = ['--selector', 'app.kubernetes.io/component=auth'];
  const [first, second] = await client.get<Pod>(namespace, 'pods', ...of);
  const evict = ({ metadata: { name } }: Pod) => {
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`;
    return client.kubectl('create', '--raw', path, '--filename', client.fileOf(eviction));
  };
  const names = nodes.map(({ metadata }) => metadata.name);
  await client.kubectl('cordon', ...names);
  await evict(first!);
  await expect(evict(second!)).rejects.toThrow('disruption budget');
  await client.kubectl('uncordon', ...names);
  const inTime = ['--for=condition=Ready', '--timeout=120s'];
  await client.until(async () => (await client.get(namespace, 'pods', ...of)).length === 2);
  await client.kubectl('-n', namespace, 'wait', 'pods', ...of, ...inTime);
});

test('a pod that keeps its capabilities is refused', async () => {
  const [pod] = await client.get<Pod>('microservices', 'pods');
  const { name, image, resources } = pod!.spec.containers[0]!;
  const spec = { containers: [{ name, image, resources }] };
  const metadata = { name: 'more', namespace: 'microservices' };
  await expect(client.apply({ apiVersion: 'v1', kind: 'Pod', metadata, spec })).rejects.toThrow(
    'violates PodSecurity "restricted',
  );
});

test("the guide's operator needs no finished pod, and is chosen by its release", async () => {
  const namespace = 'microservices';
  const values = ['--values', 'k8s/values.yaml'];
  await client.helm('install', 'other', 'helm/webinar-vault', '--namespace', namespace, ...values);
  await client.kubectl('-n', namespace, 'delete', 'jobs', '--all');
  const [, script = ''] = /(run\(\) \([^]+?\n\))/.exec(guide)!;
  for (const release of ['vault', 'other']) {
    // Kwok starts no process, so that nothing can be executed in the pod.
    const commands = script
      .replaceAll('webinars', namespace)
      .replaceAll('vault-operator', `${release}-operator`)
      .replace(/kubectl -n \$namespace exec .*/, 'kubectl -n $namespace get pods -o json -l "$@"')
      .replace(/ *kubectl -n \$namespace wait .*\n/, '');
    const of = `app.kubernetes.io/instance=${release},app.kubernetes.io/component=operator`;
    const text = await client.shell(`${commands}\nrun ${of}`);
    const { items } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
      items: Pod[];
    };
    const [template] = ofKind<{ jobTemplate: { spec: Workload } }>(
      await client.get<KubeObject>(namespace, 'cronjobs', '-l', of),
      'CronJob',
    );
    expect(items).toHaveLength(1);
    expect(items[0]!.spec.serviceAccountName).toBe(`${release}-migrate`);
    expect(items[0]!.spec.containers[0]!.command).toEqual(['sleep', 'infinity']);
    expect(items[0]!.spec.volumes).toEqual(template!.spec.jobTemplate.spec.template.spec.volumes);
  }
  await client.helm('uninstall', 'other', '--namespace', namespace);
});

test('the restricted profile accepts every pod of the charts and every manifest of the guides', async () => {
  const namespace = 'microservices';
  const create = (object: object) =>
    client.kubectl('-n', namespace, 'create', '--dry-run=server', '--filename', client.fileOf(object));
  const runtimes = new Set<string>();
  for (const { name } of productCases)
    for (const { spec, metadata } of runningIn(renderedCase(name))) {
      const { metadata: of, spec: pod } = spec.template;
      const { runtimeClassName: runtime = '' } = pod;
      // The cluster of a platform team has the classes that its values name.
      if (runtime !== '' && !runtimes.has(runtime))
        await client.apply({
          apiVersion: 'node.k8s.io/v1',
          kind: 'RuntimeClass',
          metadata: { name: runtime },
          handler: 'runsc',
        });
      runtimes.add(runtime);
      const made = { name: metadata.name, namespace, labels: of.labels };
      await create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: made,
        // The accounts of other cases are not there.
        spec: { ...pod, serviceAccountName: 'default' },
      });
    }
  const pages = globSync(['*.md', '{apps,docs,helm,k8s,libs}/**/*.md'], {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
  });
  const manifests = pages.flatMap((page) => manifestsIn(readFileSync(join(root, page), 'utf8')));
  expect(manifests.length).toBeGreaterThan(0);
  for (const manifest of manifests) await create(manifest);
});
