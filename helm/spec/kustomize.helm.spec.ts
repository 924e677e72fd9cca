import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { oldestKubernetes } from '../../tools/charts/kubernetes-schemas.mjs';
import { kustomizeFiles } from './generated.ts';
import { kustomize, render } from './helm.ts';
import { KubernetesSchemas } from './kubernetes-schemas.ts';
import {
  componentOf,
  objectsIn,
  ofKind,
  runningIn,
  variablesOf,
  workloadsOf,
  type KubeObject,
} from './objects.ts';
import { root } from './root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const schemas = new KubernetesSchemas(oldestKubernetes);

const overlays = ['all-in-one', 'dev', 'prod'] as const;
const built = Object.fromEntries(
  await Promise.all(
    overlays.map(async (name) => [name, objectsIn(await kustomize(`k8s/overlays/${name}`))] as const),
  ),
) as Record<(typeof overlays)[number], KubeObject[]>;

test('base and components are up to date (else run `npm run generate:helm`)', async () => {
  const files = await kustomizeFiles(render);
  expect(files.map(({ path }) => path)).toHaveLength(5);
  for (const { path, text } of files) expect([path, read(path)]).toEqual([path, text]);
});

describe.each([
  ['all-in-one', 'webinars', 1],
  ['dev', 'webinars-dev', 9],
  ['prod', 'webinars', 9],
] as const)('the overlay %s', (name, namespace, workloads) => {
  it('builds valid objects in its namespace, which enforces the restricted Pod Security profile', () => {
    const objects = built[name];
    expect(workloadsOf(objects)).toHaveLength(workloads);
    const own = objects.filter((object) => schemas.knows(object));
    expect(own.flatMap((object) => schemas.problemsOf(object))).toEqual([]);
    const [place] = ofKind(objects, 'Namespace');
    expect(place?.metadata).toMatchObject({
      name: namespace,
      labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
    });
    for (const { kind, metadata } of objects)
      if (kind !== 'Namespace')
        expect([metadata.name, metadata.namespace]).toEqual([metadata.name, namespace]);
    // The overlay must replace every address of the base.
    for (const { spec } of runningIn(objects)) {
      const variables = variablesOf(objects, spec.template.spec.containers[0]!);
      expect(variables['KAFKA_BROKERS'] ?? '').not.toBe('kafka:9092');
      expect(spec.template.spec.containers[0]!.image).toMatch(/^registry\.example\.com\/webinar-vault\//);
      if (name === 'dev')
        expect(variables['PUBLIC_URL'] ?? 'https://vault.dev.example.com').toContain('.dev.');
    }
  });
});

test('prod has network policies, and dev has no disruption budgets', () => {
  const { prod, dev } = built;
  expect(ofKind(prod, 'NetworkPolicy').length).toBeGreaterThan(9);
  expect(ofKind(prod, 'ServiceMonitor', 'PrometheusRule', 'HTTPRoute')).toHaveLength(3);
  expect(ofKind(dev, 'PodDisruptionBudget')).toEqual([]);
  const [dashboard] = prod.filter(({ metadata }) => metadata.name === 'vault-dashboard');
  expect(dashboard!.data!['webinar-vault.json']).toBe(
    read('helm/webinar-vault/files/dashboards/webinar-vault.json'),
  );
  const replicas = workloadsOf(prod).map((object) => [componentOf(object), object.spec.replicas]);
  expect(replicas).toContainEqual(['gateway', 3]);
});

test('settings that only a restart applies reach every workload', () => {
  const [, kinds = ''] = /rollout restart (\S+)/.exec(read('k8s/README.md'))!;
  const used = workloadsOf(built.prod).map(({ kind }) => kind.toLowerCase());
  expect(kinds.split(',').sort()).toEqual([...new Set(used)].sort());
});

test("the chart renders with the values of Argo CD's Application", async () => {
  const { spec } = parse(read('k8s/argocd/application.yaml')) as {
    spec: { source: { path: string; helm: { valuesObject: object } } };
  };
  expect(spec.source.path).toBe('helm/webinar-vault');
  const objects = objectsIn(await render('webinar-vault', [], spec.source.helm.valuesObject));
  // The job comes after its account and the policy that lets it out.
  const before = objects.filter(({ metadata }) => metadata.annotations?.['argocd.argoproj.io/hook']);
  expect(
    before.map(({ kind, metadata }) => [kind, metadata.annotations?.['argocd.argoproj.io/sync-wave']]),
  ).toEqual([
    ['NetworkPolicy', undefined],
    ['ServiceAccount', undefined],
    ['Job', '1'],
  ]);
});
