// Packages of many modules, each bundled into one that has only what the specs import: Jest loads every module anew for
// each spec file.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { filesBelow, root } from '../prepare.mjs';

const packages = [
  '@chakra-ui/charts',
  '@chakra-ui/react',
  '@chakra-ui/react/theme',
  '@reduxjs/toolkit',
  '@reduxjs/toolkit/query',
  '@reduxjs/toolkit/query/react',
  '@tanstack/react-virtual',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@vault/contracts',
  'fast-check',
  'lucide-react',
  'react-redux',
  'react-router-dom',
];
const dayMs = 86_400_000;
const textOf = (path) => readFileSync(join(root, path), 'utf8');
const fileOf = (name) => name.replaceAll('/', '_');
/** Jest takes the whole of a CommonJS module for its default export: that of a package gets this name and a wrapper. */
const defaultName = 'packageDefault';

/** Bundles the packages once for what `folders` import. @returns Jest's `moduleNameMapper` for them */
export async function bundledPackages(folders) {
  const imports = importsOf(
    folders
      .flatMap((folder) => filesBelow(folder))
      .filter(isSource)
      .map(textOf),
  );
  const hash = createHash('sha256').update(textOf('package-lock.json')).update(JSON.stringify(imports));
  for (const path of filesBelow('libs/contracts/src').filter(isSource)) hash.update(textOf(path));
  const folder = join(root, '.cache/bundled-packages', hash.digest('hex'));
  if (!existsSync(folder)) await bundleInto(folder, imports);
  const extensionOf = (names) => (names.includes('default') ? 'mjs' : 'cjs');
  return Object.fromEntries(
    imports.map(([name, names]) => [`^${name}$`, join(folder, `${fileOf(name)}.${extensionOf(names)}`)]),
  );
}

const isSource = (path) => /\.tsx?$/.test(path);

/** @returns the packages that the sources import, each with the names that they import from it */
function importsOf(texts) {
  const namesOf = new Map();
  for (const text of texts)
    for (const [, clause = '', name] of text.matchAll(
      /^(?:import|export)\s(?:([^'";]*)\sfrom\s)?'([^']+)'/gm,
    ))
      if (packages.includes(name) && !/^type\s/.test(clause))
        namesOf.set(name, [...(namesOf.get(name) ?? []), ...namesIn(clause)]);
  return [...namesOf].map(([name, names]) => [name, [...new Set(names)].sort()]).sort();
}

function namesIn(clause) {
  const [beforeBraces, inBraces = ''] = clause.split(/[{}]/);
  const parts = inBraces.split(',').map((part) => part.trim().split(' ')[0]);
  return [...(beforeBraces.trim() ? ['default'] : []), ...parts].filter((name) => name && name !== 'type');
}

async function bundleInto(folder, imports) {
  const unfinished = `${folder}.${String(process.pid)}`;
  // The entries are modules of the web app, so that its packages are found.
  const idOf = (name) => join(root, 'apps/web', `${fileOf(name)}.entry.js`);
  const textOfId = new Map(imports.map(([name, names]) => [idOf(name), entryFor(name, names)]));
  const bundle = await rolldown({
    input: Object.fromEntries(imports.map(([name]) => [fileOf(name), idOf(name)])),
    plugins: [
      {
        name: 'entries',
        resolveId: (id) => (textOfId.has(id) ? id : null),
        load: (id) => textOfId.get(id),
      },
    ],
    external: [/^react(-dom)?($|\/)/],
    resolve: { conditionNames: ['@vault/source', 'browser', 'import', 'default'] },
    platform: 'browser',
    logLevel: 'silent',
  });
  await bundle.write({
    dir: unfinished,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].chunk.cjs',
  });
  for (const [name, names] of imports)
    if (names.includes('default'))
      writeFileSync(
        join(unfinished, `${fileOf(name)}.mjs`),
        `export { ${listOf(names, `${defaultName} as default`)} } from './${fileOf(name)}.cjs';`,
      );
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run has finished first; its files are the same.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  removeOld(dirname(folder));
}

function entryFor(name, names) {
  if (names.length === 0) return `import '${name}';`;
  return `export { ${listOf(names, `default as ${defaultName}`)} } from '${name}';`;
}

const listOf = (names, forDefault) =>
  names.map((name) => (name === 'default' ? forDefault : name)).join(', ');

/** Removes bundles that no run can still use. */
function removeOld(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < Date.now() - dayMs) rmSync(path, { recursive: true, force: true });
  }
}
