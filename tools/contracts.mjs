#!/usr/bin/env node
// Writes libs/contracts/src/generated, the TypeScript of the .proto files, when they or the generator have changed. The
// files are not committed: npm runs this after an installation; builds, specs and lint run it before they start.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, node24, root, run, whenChanged } from './prepare.mjs';

const proto = 'libs/contracts/proto';
const template = 'libs/contracts/buf.gen.yaml';
const output = 'libs/contracts/src/generated';
const generator = ['@bufbuild/buf', 'ts-proto'].map((name) => `node_modules/${name}/package.json`);

const namesIn = (folder) => readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
const textOf = (path) => readFileSync(path, 'utf8');

/**
 * Makes `target` equal to `source`. Other processes may read or write the same files meanwhile, so each file that differs
 * is replaced in one step.
 */
export function update(target, source) {
  mkdirSync(target, { recursive: true });
  const names = namesIn(source);
  const before = namesIn(target);
  for (const name of before) if (!names.includes(name)) rmSync(join(target, name), { force: true });
  for (const name of names) {
    const [path, text] = [join(target, name), textOf(join(source, name))];
    if (before.includes(name) && textOf(path) === text) continue;
    const unfinished = `${path}.${process.pid}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(unfinished, text);
    renameSync(unfinished, path);
  }
}

export function generateContracts() {
  return whenChanged('contracts', [...filesBelow(proto), template, ...generator], output, () => {
    const folder = mkdtempSync(join(tmpdir(), 'vault-contracts-'));
    const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
    const buf = ['node_modules/@bufbuild/buf/bin/buf', 'generate', proto, '--template', template];
    run(node24(), [...buf, '-o', folder], { env: { PATH } });
    update(join(root, output), join(folder, 'src/generated'));
    rmSync(folder, { recursive: true });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateContracts();
