#!/usr/bin/env node
// Compiles every library and server app, file by file, from src/*.ts to dist/*.js; files that are used unchanged (HTML,
// CSS, JS, models and their licences) are copied. Only changed files are processed.
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';
import { generateContracts } from './contracts.mjs';
import { swcOptions } from './swc-options.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const groups = ['libs', 'libs/services', 'libs/kit', 'apps'];
/** These have their own build, or none. */
const skipped = new Set(['apps/web', 'apps/e2e', 'apps/bench', 'apps/pictures', 'libs/kit/upload-client']);

const options = {
  ...swcOptions,
  sourceMaps: true,
  jsc: { ...swcOptions.jsc, rewriteRelativeImportExtensions: true },
};

/** The packages that are compiled here, as paths from the root. */
function builtPackages() {
  return groups
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((path) => existsSync(join(root, path, 'package.json')) && existsSync(join(root, path, 'src')))
    .filter((path) => !skipped.has(path));
}

const isCopied = (path) => /\.(html|css|js|onnx|txt)$/.test(path);

function* sources(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (isCopied(path) || (/\.ts$/.test(path) && !/\.(spec|contract|d)\.ts$/.test(path))) yield path;
  }
}

function isNewer(from, to) {
  return !existsSync(to) || statSync(from).mtimeMs > statSync(to).mtimeMs;
}

function removeStale(dist, targets) {
  if (!existsSync(dist)) return;
  for (const entry of readdirSync(dist, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !targets.has(path.replace(/\.map$/, ''))) rmSync(path);
  }
}

/** Compiles changed files and removes outputs without a source. @returns how many files were written */
export async function build() {
  await generateContracts();
  let count = 0;
  for (const name of builtPackages()) {
    const src = join(root, name, 'src');
    const dist = join(root, name, 'dist');
    const targets = new Set();
    for (const file of sources(src)) {
      const target = join(dist, relative(src, file)).replace(/\.ts$/, '.js');
      targets.add(target);
      if (!isNewer(file, target)) continue;
      count += 1;
      mkdirSync(dirname(target), { recursive: true });
      if (isCopied(file)) {
        copyFileSync(file, target);
        continue;
      }
      const { code, map } = transformFileSync(file, { ...options, filename: file });
      const name = target.slice(target.lastIndexOf('/') + 1);
      writeFileSync(target, `${code}\n//# sourceMappingURL=${name}.map\n`);
      writeFileSync(`${target}.map`, map);
    }
    removeStale(dist, targets);
  }
  return count;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  const count = await build();
  console.log(`compiled ${count} files in ${Math.round(performance.now() - started)} ms`);
}
