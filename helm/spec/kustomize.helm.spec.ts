import { parse } from 'yaml';
import { oldestKubernetes } from '../../tools/charts/kubernetes-schemas.mjs';
import { kustomizeBase } from './generated.ts';
import { kustomize, render } from './helm.ts';
import { KubernetesSchemas } from './kubernetes-schemas.ts';
import { componentOf, objectsIn, ofKind, runningIn, variablesOf, workloadsOf } from './objects.ts';
import { read } from './root.ts';

const schemas = new KubernetesSchemas(oldestKubernetes);

const prod = objectsIn(await kustomize('k8s/overlays/prod'));

test('the base is up to date (else run `npm run generate:helm`)', async () => {
  const { path, text } = await kustomizeBase(render);
  expect(read(path)).toBe(text);
});

test('the overlay builds valid objects in its namespace, and replaces every address of the base', () => {
  expect(workloadsOf(prod)).toHaveLength(9);
  const own = prod.filter((object) => schemas.knows(object));
  expect(own.flatMap((object) => schemas.problemsOf(object))).toEqual([]);
  const [place] = ofKind(prod, 'Namespace');
  expect(place?.metadata).toMatchObject({
    name: 'webinars',
    labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
  });
  const names = prod.filter(({ kind }) => kind !== 'Namespace').map(({ metadata }) => metadata.namespace);
  expect(new Set(names)).toEqual(new Set(['webinars']));
  for (const { spec } of runningIn(prod)) {
    const [container] = spec.template.spec.containers;
    expect(variablesOf(prod, container!)['KAFKA_BROKERS'] ?? '').not.toBe('kafka:9092');
    expect(container!.image).toMatch(/^registry\.example\.com\/webinar-vault\//);
  }
  expect(ofKind(prod, 'NetworkPolicy').length).toBeGreaterThan(9);
  const replicas = workloadsOf(prod).map((object) => [componentOf(object), object.spec.replicas]);
  expect(replicas).toContainEqual(['gateway', 3]);
});

test('the guide makes the namespace and the addresses before the Secret and the pods that need them', () => {
  const guide = read('k8s/README.md');
  const steps = [
    'overlays/prod/namespace.yaml',
    'MONGO_URL=',
    'make-secret.sh vault',
    'apply --server-side -k',
  ];
  const places = steps.map((step) => guide.indexOf(step));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test('settings that only a restart applies reach every workload', () => {
  const [, kinds = ''] = /rollout restart (\S+)/.exec(read('k8s/README.md'))!;
  const used = workloadsOf(prod).map(({ kind }) => kind.toLowerCase());
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
