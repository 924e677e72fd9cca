import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { ensureCustomSchemas } from '../../tools/charts/custom-schemas.mjs';
import { newestKubernetes } from '../../tools/charts/kubernetes-schemas.mjs';
import { cases } from './cases.ts';
import { KubernetesSchemas } from './kubernetes-schemas.ts';
import { ofKind, type KubeObject } from './objects.ts';
import { rendered } from './renders.ts';

const folder = await ensureCustomSchemas();
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false });
const validators = new Map<string, ValidateFunction>(
  globSync('*.json', { cwd: folder }).map((file) => [
    basename(file, '.json'),
    ajv.compile(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object),
  ]),
);
const own = new KubernetesSchemas(newestKubernetes);
const all = cases.flatMap(({ name }) => rendered(name));
const objects = all.filter((object) => !own.knows(object));

function problemsOf({ apiVersion, kind, ...rest }: KubeObject): string[] {
  const validate = validators.get(`${apiVersion.replace('/', '_')}_${kind}`);
  if (!validate) return [`There is no schema for ${apiVersion} ${kind}.`];
  void validate({ apiVersion, kind, ...rest });
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) =>
      `${kind} ${rest.metadata.name}${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}

test('the newest Kubernetes version has every field of its own kinds', () => {
  const known = all.filter((object) => own.knows(object));
  expect(known.flatMap((object) => own.problemsOf(object))).toEqual([]);
});

test('the operators have every field of their custom resources', () => {
  expect(new Set(objects.map(({ kind }) => kind)).size).toBe(12);
  expect(objects.flatMap(problemsOf)).toEqual([]);
});

test.each([
  ['KafkaTopic', 'partition'],
  ['ScaledObject', 'maxReplicas'],
  ['PerconaServerMongoDB', 'accounts'],
])('the schema of %s refuses an unknown field', (kind, field) => {
  const [object] = ofKind<object>(objects, kind);
  const [problem] = problemsOf({ ...object!, spec: { ...object!.spec, [field]: 3 } });
  expect(problem).toContain(`must NOT have additional properties {"additionalProperty":"${field}"}`);
});
