#!/usr/bin/env node
// `npm run bundle -- [--out FOLDER] [app…]`: each app as a folder that runs without packages or sources beside it:
// main.js (our code, with its map), vendor.js (everybody else's), the few packages that cannot be part of a file, the
// web build where it is served, and the licences of all. Without names, every app.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { builtPackages } from './build.mjs';
import { carryPackages, dependenciesOf, isCarried, licencesOf, packageOf } from './bundle-packages.mjs';
import { buildProduct, root } from './prepare.mjs';

/** The apps that answer browsers, and so bring the web build. */
const servesWeb = new Set(['all-in-one', 'gateway']);
const isThirdParty = /[\\/]node_modules[\\/]/;

/** Every app that is a process of its own, by name. */
export function bundledApps() {
  const apps = builtPackages().filter((path) => path.startsWith('apps/'));
  return apps.filter((path) => existsSync(join(root, path, 'src/main.ts'))).map((path) => basename(path));
}

/** Where a program of its own (a worker), a folder of files or a data package is named in a source; none is an import. */
const workerEntry = /new URL\([^)]*'\.\/([\w-]+)\.js', import\.meta\.url\)/g;
const fileFolder = /new URL\('\.\/([\w-]+)\/', import\.meta\.url\)/g;
const dataPackage = /import\.meta\.resolve\('([^']+)'\)/g;

/** Finds what sources start or read beside what they import. */
function findsCompanions({ workers, folders, packages }) {
  return {
    name: 'finds-companions',
    transform(code, id) {
      if (isThirdParty.test(id)) return;
      for (const [, name] of code.matchAll(workerEntry)) workers.add(join(dirname(id), `${name}.ts`));
      for (const [, name] of code.matchAll(fileFolder)) folders.add(join(dirname(id), name));
      for (const [, name] of code.matchAll(dataPackage)) packages.add(name);
    },
  };
}

/** Nest loads the packages of a transport by `createRequire`, which no bundler follows: they become imports. */
const importsForNest = {
  name: 'imports-for-nest',
  async transform(code, id) {
    if (!/node_modules\/@nestjs\//.test(id) || !code.includes('createRequire(import.meta.url)(')) return;
    // Our gRPC definitions are compiled: a loader of .proto files is asked for, and never used.
    let result = code.replaceAll('createRequire(import.meta.url)(protoLoader)', '({})');
    const names = [...result.matchAll(/createRequire\(import\.meta\.url\)\('([^']+)'\)/g)];
    for (const [index, [call, name]] of names.entries()) {
      if (!(await this.resolve(name, id))) continue;
      result = `import * as bundled${index} from '${name}';\n${result.replaceAll(call, `bundled${index}`)}`;
    }
    return { code: result, map: null };
  },
};

async function generate(input, plugins, isWhole) {
  const bundle = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    tsconfig: 'tsconfig.base.json',
    // Whether it is imported or required, each package is listed as well.
    resolve: { conditionNames: ['@vault/source', 'node'] },
    external: (id) => isCarried(id),
    plugins: [...plugins, importsForNest],
    // Optional packages of others, which are not installed: their imports fail at run time as they do unbundled.
    onLog: (level, log, report) => log.code === 'UNRESOLVED_IMPORT' || report(level, log),
  });
  const groups = [{ name: 'vendor', test: isThirdParty }];
  try {
    const { output } = await bundle.generate({
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      keepNames: true,
      sourcemap: true,
      codeSplitting: isWhole ? false : { groups },
    });
    return output.filter(({ type }) => type === 'chunk');
  } finally {
    await bundle.close();
  }
}

/** Writes a chunk; only our own code gets its map: that of all others is large and stalls the first error. */
function write(chunk, target) {
  const code = chunk.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  const isOurs = chunk.isEntry;
  writeFileSync(
    join(target, chunk.fileName),
    isOurs ? `${code}//# sourceMappingURL=${chunk.fileName}.map\n` : code,
  );
  if (isOurs) writeFileSync(join(target, `${chunk.fileName}.map`), chunk.map.toString());
}

/** @throws {Error} when a chunk needs at its start what is not in the folder */
function refuseMissing(chunks) {
  const own = new Set(chunks.map(({ fileName }) => fileName));
  for (const { fileName, imports } of chunks)
    for (const name of imports)
      if (!own.has(name) && !isBuiltin(name) && !isCarried(name))
        throw new Error(`${fileName} would import ${name}, which is not part of the bundle`);
}

/** Makes one app's folder anew. @returns its size in bytes */
export async function bundleApp(app, out) {
  const target = join(out, app);
  const [workers, folders, packages] = [new Set(), new Set(), new Set()];
  const companions = findsCompanions({ workers, folders, packages });
  const chunks = await generate({ main: join(root, 'apps', app, 'src/main.ts') }, [companions], false);
  // A program that is started beside this one loads what it needs and nothing else.
  for (const path of workers)
    chunks.push(...(await generate({ [basename(path, '.ts')]: path }, [companions], true)));
  refuseMissing(chunks);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const chunk of chunks) write(chunk, target);
  for (const { imports } of chunks) for (const name of imports) if (isCarried(name)) packages.add(name);
  for (const path of folders) cpSync(path, join(target, basename(path)), { recursive: true });
  const carried = carryPackages([...packages], target);
  const hasWeb = servesWeb.has(app);
  if (hasWeb) cpSync(join(root, 'apps/web/dist'), join(target, 'web'), { recursive: true });
  const files = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => isThirdParty.test(id));
  const used = new Set([
    ...carried,
    ...files.map((id) => packageOf(id.replace(/^\0/, ''))),
    ...(hasWeb ? dependenciesOf('apps/web') : []),
  ]);
  writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), licencesOf(used));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ name: app, version, private: true, type: 'module' }, null, 2)}\n`,
  );
  return sizeOf(target);
}

function sizeOf(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

async function main() {
  const options = { out: { type: 'string', default: join(root, 'dist-bundles') } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const known = bundledApps();
  const unknown = positionals.filter((app) => !known.includes(app));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  const apps = positionals.length > 0 ? positionals : known;
  if (apps.some((app) => servesWeb.has(app))) await buildProduct();
  const out = resolve(values.out);
  for (const app of apps) {
    const bytes = await bundleApp(app, out);
    console.log(`${app}: ${(bytes / 1e6).toFixed(1)} MB, loads in ${loadTime(join(out, app))} ms`);
  }
}

/** Milliseconds from nothing to reading the configuration, which is wrong here, and to the end. */
function loadTime(folder) {
  const started = performance.now();
  const env = { PORT: 'none' };
  const { status, stderr } = spawnSync(process.execPath, ['main.js'], { cwd: folder, env, encoding: 'utf8' });
  if (status !== 1) throw new Error(`${folder} is not whole: ${stderr}`);
  return Math.round(performance.now() - started);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
