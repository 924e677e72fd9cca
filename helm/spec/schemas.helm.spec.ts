import { oldestKubernetes } from '../../tools/kubernetes-schemas.mjs';
import { cases } from './cases.ts';
import { kindOf, KubernetesSchemas } from './kubernetes-schemas.ts';
import { golden, workloadsOf, type KubeObject } from './objects.ts';

/** Kinds of operators, which have schemas of their own. */
const custom =
  /\.(strimzi\.io|percona\.com|mongodb\.com|sh|k8s\.io|coreos\.com|cert-manager\.io)\/|^(keda\.sh|cert-manager\.io)\//;

// The newest is asked beside the operators' kinds.
const schemas = new KubernetesSchemas(oldestKubernetes);

test('the oldest Kubernetes knows every field of every object', () => {
  const objects = cases.flatMap(({ name }) => golden(name));
  const known = objects.filter((object) => schemas.knows(object));
  expect(known.length).toBeGreaterThan(100);
  expect(known.flatMap((object) => schemas.problemsOf(object))).toEqual([]);
  const others = objects.filter((object) => !schemas.knows(object)).map(kindOf);
  expect(others.filter((kind) => !custom.test(kind))).toEqual([]);
});

test('and refuses a field that there is not, and a value of another type', () => {
  const [workload] = workloadsOf(golden('three-values'));
  const spoilt = (spec: object) => ({ ...workload, spec: { ...workload!.spec, ...spec } }) as KubeObject;
  expect(schemas.problemsOf(spoilt({ replica: 2 }))).not.toEqual([]);
  expect(schemas.problemsOf(spoilt({ replicas: 'two' }))).not.toEqual([]);
});
