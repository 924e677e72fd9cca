import { oldestKubernetes } from '../../tools/charts/kubernetes-schemas.mjs';
import { cases } from './cases.ts';
import { kindOf, KubernetesSchemas } from './kubernetes-schemas.ts';
import { workloadsOf, type KubeObject } from './objects.ts';
import { rendered } from './renders.ts';

/** Custom resources, which another spec validates. */
const custom =
  /\.(strimzi\.io|percona\.com|mongodb\.com|sh|k8s\.io|coreos\.com|cert-manager\.io)\/|^(keda\.sh|cert-manager\.io)\//;

// The spec of the custom resources checks the newest version.
const schemas = new KubernetesSchemas(oldestKubernetes);

test('the oldest supported Kubernetes version has every field of every object', () => {
  const objects = cases.flatMap(({ name }) => rendered(name));
  const known = objects.filter((object) => schemas.knows(object));
  expect(known.length).toBeGreaterThan(100);
  expect(known.flatMap((object) => schemas.problemsOf(object))).toEqual([]);
  const others = objects.filter((object) => !schemas.knows(object)).map(kindOf);
  expect(others.filter((kind) => !custom.test(kind))).toEqual([]);
});

test('the schemas refuse an unknown field and a value of the wrong type', () => {
  const [workload] = workloadsOf(rendered('minimal'));
  const spoilt = (spec: object) => ({ ...workload, spec: { ...workload!.spec, ...spec } }) as KubeObject;
  expect(schemas.problemsOf(spoilt({ replica: 2 }))).not.toEqual([]);
  expect(schemas.problemsOf(spoilt({ replicas: 'two' }))).not.toEqual([]);
});
