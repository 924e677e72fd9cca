#!/usr/bin/env node
// `npm run set-version -- 0.3.0`: writes the version of the product to each place that has it: packages with the lockfile,
// charts and images.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Name a version: npm run set-version -- 0.3.0');

const edit = (path, change) => {
  const file = join(root, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};
const manifests = globSync(['package.json', '{apps,libs}/**/package.json'], {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
});
/** A package, with the versions of the packages of this repository that it names. */
const setIn = (manifest) => {
  const ours = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {})
      .filter((name) => name.startsWith('@vault/'))
      .map((name) => [kind, name]),
  );
  for (const [kind, name] of ours) manifest[kind][name] = version;
  if (manifest.version !== undefined) manifest.version = version;
};
const editJson = (path, change) =>
  edit(path, (text) => {
    const content = JSON.parse(text);
    change(content);
    return `${JSON.stringify(content, null, 2)}\n`;
  });

for (const path of manifests) editJson(path, setIn);
editJson('package-lock.json', (lock) => {
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages))
    if (!path.includes('node_modules') && !entry.link) setIn(entry);
});
for (const chart of ['webinar-vault', 'webinar-vault-infra'])
  edit(`helm/${chart}/Chart.yaml`, (text) => text.replaceAll(/^((?:appV|v)ersion:) .*$/gm, `$1 ${version}`));
edit('apps/Dockerfile', (text) => text.replaceAll(/^ARG VERSION=.*$/gm, `ARG VERSION=${version}`));
edit('docker-compose.yml', (text) => text.replaceAll(/(image: webinar-vault\/[a-z-]+:).*/g, `$1${version}`));
edit('k8s/overlays/prod/kustomization.yaml', (text) =>
  text.replaceAll(/newTag: \d.*/g, `newTag: ${version}`),
);
