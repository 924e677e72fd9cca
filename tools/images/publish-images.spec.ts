import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { appNames, root } from '../prepare.mjs';

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const folder = mkdtempSync(join(tmpdir(), 'vault-publish-'));
const log = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));

/** Programs that note their arguments, and leave what the real ones leave. */
const programs = {
  docker: `for each; do if [ "$last" = --metadata-file ]; then file=$each; fi; last=$each; done
printf '{ "containerimage.digest": "sha256:%064d" }' "$(basename "$file" .json | wc -c)" > "$file"`,
  helm: `if [ "$1" = package ]; then touch "$4/$(basename "$2")-${version}.tgz"; else printf 'Digest: sha256:%064d\\n' 7 >&2; fi`,
  cosign: '',
};
for (const [name, script] of Object.entries(programs)) {
  const path = join(folder, name);
  writeFileSync(
    path,
    `#!/bin/sh\nprintf '%s' "${name}" >> ${log}; printf ' %s' "$@" >> ${log}; echo >> ${log}\n${script}\n`,
  );
  chmodSync(path, 0o755);
}

async function publish(args: readonly string[], env: object = {}) {
  writeFileSync(log, '');
  const PATH = `${folder}${delimiter}${String(process.env['PATH'])}`;
  const options = { cwd: root, env: { ...process.env, PATH, ...env } };
  const { stdout } = await run(process.execPath, ['tools/images/publish-images.mjs', ...args], options);
  return { stdout, commands: readFileSync(log, 'utf8').trim().split('\n') };
}

test('every image is built for both platforms with an SBOM and pushed, and the printed values have its digest', async () => {
  const { stdout, commands } = await publish(['registry.example.com:5000/team']);
  const builds = commands.filter((command) => command.startsWith('docker'));
  expect(builds).toHaveLength(appNames.length);
  for (const build of builds)
    expect(build).toMatch(
      /^docker buildx build --platform linux\/amd64,linux\/arm64 --sbom=true .*--push .*--build-arg REVISION=[0-9a-f]{40} \.$/,
    );
  const tags = builds.flatMap((build) => /--tag (\S+)/.exec(build)?.slice(1) ?? []);
  expect(tags.sort()).toEqual(
    appNames.map((app) => `registry.example.com:5000/team/webinar-vault/${app}:${version}`).sort(),
  );
  const values = parse(stdout.slice(stdout.indexOf('# The values'))) as {
    image: object;
    services: Record<string, { image: { digest: string } }>;
    migrate: { image: { digest: string } };
  };
  expect(values.image).toEqual({ registry: 'registry.example.com:5000/team' });
  expect([...Object.keys(values.services), 'migrate'].sort()).toEqual([...appNames].sort());
  expect(values.services['auth']!.image.digest).not.toBe(values.services['gateway']!.image.digest);
  expect(values.migrate.image.digest).toMatch(/^sha256:0+8$/);
  const pushed = commands.flatMap(
    (command) => /^helm push \S+\/(\S+) oci:\/\/\S+$/.exec(command)?.slice(1) ?? [],
  );
  expect(pushed).toEqual([`webinar-vault-${version}.tgz`, `webinar-vault-infra-${version}.tgz`]);
  expect(commands.filter((command) => command.startsWith('cosign'))).toEqual([]);
});

test('with a key, the digest of each image and chart is signed', async () => {
  const { commands } = await publish(['registry.example.com'], { COSIGN_KEY: 'cosign.key' });
  const signed = commands.filter((command) =>
    /^cosign sign --yes --key cosign\.key registry\.example\.com\/\S+@sha256:[0-9]{64}$/.test(command),
  );
  expect(signed).toHaveLength(appNames.length + 2);
});

test('charts, images and changelog have the version of the product', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  for (const chart of ['webinar-vault', 'webinar-vault-infra'])
    expect(parse(read(`helm/${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
  expect(read('apps/Dockerfile')).toContain(`\nARG VERSION=${version}\n`);
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}`);
  expect(read('helm/webinar-vault/UPGRADING.md')).toContain(`\n## ${version}\n`);
});

/** The categories and kinds of changes of Artifact Hub. */
const categories = [
  ...['ai-machine-learning', 'database', 'integration-delivery', 'monitoring-logging'],
  ...['networking', 'security', 'storage', 'streaming-messaging'],
];
const kinds = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'];

test.each(['webinar-vault', 'webinar-vault-infra'])('Artifact Hub can describe the chart %s', (name) => {
  const chart = parse(readFileSync(join(root, 'helm', name, 'Chart.yaml'), 'utf8')) as {
    description: string;
    keywords: readonly string[];
    maintainers: readonly { name: string }[];
    annotations: Readonly<Record<string, string>>;
  };
  expect([chart.description, ...chart.keywords, ...chart.maintainers.map((each) => each.name)]).not.toContain(
    '',
  );
  const of = (annotation: string) => chart.annotations[`artifacthub.io/${annotation}`];
  expect(categories).toContain(of('category'));
  expect(of('license')).toBeTruthy();
  expect(of('prerelease')).toBe(String(version.startsWith('0.')));
  const changes = parse(of('changes') ?? '') as readonly { kind: string; description: string }[];
  expect(changes.length).toBeGreaterThan(0);
  for (const { kind, description } of changes) {
    expect(kinds).toContain(kind);
    expect(description).toBeTruthy();
  }
});

test.each([[[]], [['https://registry.example.com']], [['a', 'b']]])(
  'it refuses the arguments %j',
  async (args) => {
    await expect(publish(args)).rejects.toThrow('Name the registry without https://');
  },
);
