// What an upgrade must fit that is not data: the keys, variables, topics and workloads of a landed version, read from its own
// scripts and charts. `npm run fixture` writes them to helm/spec/releases/.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../prepare.mjs';
import { ensureHelm } from './helm-program.mjs';

/** The values without which no version renders; later ones may need more. */
const values = {
  image: { registry: 'registry.example.com' },
  publicUrl: 'https://vault.example.com',
  kafka: { brokers: 'kafka.data:9092' },
  existingSecret: 'vault',
};

/**
 * @param {string} name of the version
 * @param {string} commit that the checkout is of
 * @param {string} checkout a folder with the version's files; .env and secrets/ are made there
 */
export async function writeReleaseFacts(name, commit, checkout) {
  const run = (program, ...args) => execFileSync(program, args, { cwd: checkout, encoding: 'utf8' });
  const environment = { MONGO_URL: 'mongodb://mongo', MONGO_ADMIN_URL: 'mongodb://admin@mongo' };
  const secret = execFileSync('sh', ['helm/webinar-vault/make-secret.sh', 'vault'], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  run('sh', 'deploy/make-secrets.sh');
  const env = readFileSync(join(checkout, '.env'), 'utf8');
  const { topics } = parse(readFileSync(join(checkout, 'helm/webinar-vault-infra/files/kafka.yaml'), 'utf8'));
  const { helm } = await ensureHelm();
  const file = join(checkout, 'facts-values.json');
  writeFileSync(file, JSON.stringify(values));
  const text = run(helm, 'template', 'vault', 'helm/webinar-vault', '--values', file);
  const workloads = parseAllDocuments(text)
    .map((document) => document.toJSON())
    .filter((object) => ['Deployment', 'StatefulSet'].includes(object?.kind))
    .map(({ kind, metadata, spec }) => ({
      kind,
      name: metadata.name,
      selector: spec.selector.matchLabels,
      claims: (spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata.name),
    }));
  const facts = {
    commit,
    values,
    keys: Object.keys(parse(secret).stringData),
    variables: [...env.matchAll(/^([A-Z_]+)=/gm)].map(([, variable]) => variable),
    topics: Object.fromEntries(topics.map((topic) => [topic.name, topic.partitions])),
    workloads,
  };
  writeFileSync(join(root, 'helm/spec/releases', `${name}.json`), `${JSON.stringify(facts, null, 2)}\n`);
}
