import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ensureHelm } from '../../tools/charts/helm-program.mjs';
import { allTopics, topicSettings } from '../../libs/contracts/src/index.ts';
import { upgradeSteps } from '../../libs/platform/src/upgrade/upgrade-steps.ts';
import { render } from './helm.ts';
import { objectsIn, ofKind, runningIn, secretsOf, type Workload } from './objects.ts';
import { read, root, version } from './root.ts';

/** What `npm run fixture` has kept of a version. */
interface Release {
  readonly values: Readonly<Record<string, unknown>>;
  readonly keys: readonly string[];
  readonly variables: readonly string[];
  readonly topics: Readonly<Record<string, number>>;
  readonly workloads: readonly {
    readonly kind: string;
    readonly name: string;
    readonly selector: Readonly<Record<string, string>>;
    readonly claims: readonly string[];
  }[];
}

const guide = read('helm/webinar-vault/UPGRADING.md');
const sectionOf = (heading: string) =>
  guide.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';
const section = sectionOf(version);
const { kubectl } = await ensureHelm();
const releases = globSync('helm/spec/releases/*.json', { cwd: root }).map(
  (path) => [basename(path, '.json'), JSON.parse(read(path)) as Release] as const,
);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vault-upgrade-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('the guide has a section for this version, and names each step that changes data', () => {
  expect(section).not.toBe('');
  expect(releases.map(([name]) => name)).not.toContain(version);
  for (const { to } of upgradeSteps) expect(guide).toMatch(new RegExp(`data version ${String(to)}\\b`, 'i'));
});

test('nothing is printed for a Secret of which no key was read: all its passwords would be replaced', () => {
  const path = join(root, 'helm/webinar-vault/make-secret.sh');
  for (const input of ['', 'tls.crt\ntls.key\n']) {
    const { status, stdout, stderr } = spawnSync('sh', [path, '--missing', 'vault'], {
      input,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('No key of the product was read');
  }
});

describe.each(releases)('an installation of %s', (_name, { values, keys, variables, topics, workloads }) => {
  /** With a command of the guide, whose kubectl has the Secret as a file and changes no cluster. */
  function addMissing(stored: Readonly<Record<string, string>>): Record<string, string> {
    const [, command = ''] = /```sh\n(kubectl [^`]*make-secret\.sh --missing[^`]*)```/.exec(section) ?? [];
    const file = join(folder, 'secret.yaml');
    writeFileSync(
      file,
      stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'vault' }, data: stored }),
    );
    const offline = command
      .replace('kubectl -n webinars get secret vault', `"${kubectl}" label --local -f ${file} read=yes`)
      .replace(
        'kubectl -n webinars patch secret vault',
        `"${kubectl}" patch --local -f ${file} --output yaml`,
      );
    expect(offline).not.toContain('-n webinars');
    const text = execFileSync('sh', ['-c', offline], { cwd: root, encoding: 'utf8' });
    const { data, stringData } = parse(text) as Record<string, Record<string, string>>;
    expect(data).toEqual(stored);
    for (const key of Object.keys(stringData ?? {})) expect(data).not.toHaveProperty(key);
    return { ...data, ...stringData };
  }

  it('gets the keys that new pods read from one command, keeps the others, and then lacks none', async () => {
    const stored = Object.fromEntries(keys.map((key) => [key, Buffer.from(`old ${key}`).toString('base64')]));
    const secret = addMissing(stored);
    const objects = objectsIn(await render('webinar-vault', [], values));
    const needed = runningIn(objects).flatMap(({ spec }) => secretsOf(spec.template.spec));
    expect(needed.length).toBeGreaterThan(20);
    expect(needed.map(({ key }) => key).filter((key) => !(key in secret))).toEqual([]);
    for (const key of Object.keys(secret)) if (!(key in stored)) expect(section).toContain(`\`${key}\``);
    expect(addMissing(secret)).toEqual(secret);
  });

  it('of Docker Compose gets its secrets from make-secrets.sh, which keeps values, comments and mode', () => {
    cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });
    cpSync(join(root, '.env.example'), join(folder, '.env.example'));
    const old = ['# by hand', ...variables.map((name) => `${name}=old-${name}`)].join('\n');
    const file = join(folder, '.env');
    writeFileSync(file, old);
    chmodSync(file, 0o640);
    const make = () => execFileSync('sh', [join(folder, 'deploy/make-secrets.sh')], { encoding: 'utf8' });
    const printed = make();
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith(`${old}\n`)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    const added = [...text.slice(old.length).matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name = '']) => name);
    const secrets = read('.env.example').matchAll(/^(MUX_[A-Z_]+|[A-Z_]+_(?:PASSWORD|SECRET))=$/gm);
    expect(added).toEqual(
      [...secrets].map(([, name = '']) => name).filter((name) => !variables.includes(name)),
    );
    expect(printed).toContain(`.env exists and is kept. Added: ${added.join(' ')}\n`);
    for (const name of added) expect(section).toContain(`\`${name}\``);
    expect(make()).toMatch(/^\.env exists and is kept\.$/m);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('keeps its topics, and names the new ones', () => {
    for (const [topic, partitions] of Object.entries(topics))
      expect([topic, allTopics().includes(topic), topicSettings(topic).partitions]).toEqual([
        topic,
        true,
        partitions,
      ]);
    for (const topic of allTopics()) if (!(topic in topics)) expect(section).toContain(`\`${topic}\``);
  });

  it('keeps the names, selectors and claims of its workloads, which cannot be changed, and its values render', async () => {
    const found = ofKind<Workload & { volumeClaimTemplates?: readonly { metadata: { name: string } }[] }>(
      objectsIn(await render('webinar-vault', [], values)),
      'Deployment',
      'StatefulSet',
    ).map(({ kind, metadata, spec }) => ({
      kind,
      name: metadata.name,
      selector: (spec as { selector?: { matchLabels?: object } }).selector?.matchLabels,
      claims: (spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata.name),
    }));
    expect(found).toEqual(expect.arrayContaining([...workloads]));
    for (const { name } of found)
      if (!workloads.some((each) => each.name === name))
        expect(section).toContain(`\`${name.replace('vault-', '')}\``);
  });
});
