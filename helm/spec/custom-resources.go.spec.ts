import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { ensureCustomSchemas } from '../../tools/custom-schemas.mjs';
import { newestKubernetes } from '../../tools/kubernetes-schemas.mjs';
import { cases } from './cases.ts';
import { KubernetesSchemas } from './kubernetes-schemas.ts';
import { golden, ofKind, type KubeObject } from './objects.ts';

/** There is no published schema for these kinds; they were written by the operators' documentation. */
const withoutSchema = ['MongoDBCommunity', 'PerconaServerMongoDB'];

const folder = await ensureCustomSchemas();
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false });
const validators = new Map<string, ValidateFunction>(
  globSync('*.json', { cwd: folder }).map((file) => [
    basename(file, '.json'),
    ajv.compile(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object),
  ]),
);
const own = new KubernetesSchemas(newestKubernetes);
const all = cases.flatMap(({ name }) => golden(name));
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
  const proven = objects.filter(({ kind }) => !withoutSchema.includes(kind));
  expect(new Set(proven.map(({ kind }) => kind)).size).toBe(11);
  expect(proven.flatMap(problemsOf)).toEqual([]);
});

test('the schemas of the operators refuse an unknown field', () => {
  const [topic] = ofKind<object>(objects, 'KafkaTopic');
  expect(problemsOf({ ...topic!, spec: { ...topic!.spec, partition: 3 } })).not.toEqual([]);
  const [scaled] = ofKind<object>(objects, 'ScaledObject');
  expect(problemsOf({ ...scaled!, spec: { ...scaled!.spec, maxReplicas: 3 } })).not.toEqual([]);
});
