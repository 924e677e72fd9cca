#!/usr/bin/env node
// `npm run bundle -- [--out FOLDER] [app…]`: each app as a folder that runs without packages or sources beside it:
// main.js (our code, with its source map), vendor.js (packages), the few packages that cannot be bundled, the
// web build for apps that serve it, and the licences of all packages. Without names, it bundles every app.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { copyPackages, dependenciesOf, isCopied, licencesOf, packageOf } from './bundle-packages.mjs';
import { generateContracts } from '../contracts.mjs';
import { appNames, buildProduct, root } from '../prepare.mjs';

/** The apps that serve browsers: their bundles contain the web build. */
const servesWeb = new Set(['all-in-one', 'gateway']);
const isThirdParty = /[\\/]node_modules[\\/]/;

/** How sources name workers, folders of files and data packages. The bundler sees only imports, and these are none. */
const workerEntry = /(new URL\([^)]*')(\.{1,2}\/(?:[\w./-]+\/)?)([\w-]+\.js', import\.meta\.url\))/g;
const fileFolder = /new URL\('\.\/([\w-]+)\/', import\.meta\.url\)/g;
const dataPackage = /import\.meta\.resolve\('([^']+)'\)/g;

/** Collects the workers, folders and packages that each source uses without importing them, and names workers anew. */
function findsExtraFiles(bySource) {
  return {
    name: 'finds-extra-files',
    transform(code, id) {
      if (isThirdParty.test(id)) return;
      const names = (pattern) => [...code.matchAll(pattern)].map(([, name]) => name);
      const workers = [...code.matchAll(workerEntry)].map(
        ([, , folder, name]) => folder + name.split('.js', 1)[0],
      );
      bySource.set(id, {
        workers: workers.map((path) => join(dirname(id), `${path}.ts`)),
        folders: names(fileFolder).map((name) => join(dirname(id), name)),
        packages: names(dataPackage),
      });
      // In the bundle each is beside the file that starts it.
      if (workers.length > 0) return { code: code.replaceAll(workerEntry, '$1./$3'), map: null };
    },
  };
}

/** Nest loads a transport's packages with `createRequire`, which bundlers do not follow: this makes them imports. */
const importsForNest = {
  name: 'imports-for-nest',
  async transform(code, id) {
    if (!/node_modules\/@nestjs\//.test(id) || !code.includes('createRequire(import.meta.url)(')) return;
    // Nest requires a loader of .proto files, but our gRPC definitions are compiled and never use it.
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
    // Rolldown adds `import` or `require` to these, depending on how a package is loaded.
    resolve: { conditionNames: ['@vault/source', 'node'] },
    external: (id) => isCopied(id),
    plugins: [...plugins, importsForNest],
    // Optional packages of dependencies are not installed: importing them fails at run time, as without a bundle.
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

/** Writes a chunk. Only our own code gets a source map: a map of the packages is large and delays the first error. */
function write(chunk, target) {
  const code = chunk.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  const isOwnCode = chunk.isEntry;
  writeFileSync(
    join(target, chunk.fileName),
    isOwnCode ? `${code}//# sourceMappingURL=${chunk.fileName}.map\n` : code,
  );
  if (isOwnCode) writeFileSync(join(target, `${chunk.fileName}.map`), chunk.map.toString());
}

/** @throws {Error} when a chunk imports something that is not in the folder */
function checkImports(chunks) {
  const own = new Set(chunks.map(({ fileName }) => fileName));
  for (const { fileName, imports } of chunks)
    for (const name of imports)
      if (!own.has(name) && !isBuiltin(name) && !isCopied(name))
        throw new Error(`${fileName} would import ${name}, which is not part of the bundle`);
}

/** Replaces one app's folder. @returns its size in bytes */
export async function bundleApp(app, out) {
  const target = join(out, app);
  const bySource = new Map();
  const extraFiles = findsExtraFiles(bySource);
  /** Of the sources in the bundle: others are read, too, and left out. */
  const extras = (kind) => [
    ...new Set(chunks.flatMap(({ moduleIds }) => moduleIds).flatMap((id) => bySource.get(id)?.[kind] ?? [])),
  ];
  const chunks = await generate({ main: join(root, 'apps', app, 'src/main.ts') }, [extraFiles], false);
  const workers = extras('workers');
  if (new Set(workers.map((path) => basename(path))).size < workers.length)
    throw new Error(`two workers of ${app} have the same name`);
  // Each worker is one file with only the code that it needs.
  for (const path of workers)
    chunks.push(...(await generate({ [basename(path, '.ts')]: path }, [extraFiles], true)));
  checkImports(chunks);
  const packages = new Set(extras('packages'));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const chunk of chunks) write(chunk, target);
  for (const { imports, dynamicImports } of chunks)
    for (const name of [...imports, ...dynamicImports]) if (isCopied(name)) packages.add(name);
  for (const path of extras('folders')) cpSync(path, join(target, basename(path)), { recursive: true });
  const copied = copyPackages([...packages], target);
  const hasWeb = servesWeb.has(app);
  if (hasWeb) cpSync(join(root, 'apps/web/dist'), join(target, 'web'), { recursive: true });
  const files = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => isThirdParty.test(id));
  const used = new Set([
    ...copied,
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
  const unknown = positionals.filter((app) => !appNames.includes(app));
  if (unknown.length > 0)
    throw new Error(`Unknown apps: ${unknown.join(', ')}. Known: ${appNames.join(', ')}.`);
  const apps = positionals.length > 0 ? positionals : appNames;
  await generateContracts();
  if (apps.some((app) => servesWeb.has(app))) await buildProduct();
  const out = resolve(values.out);
  for (const app of apps) {
    const bytes = await bundleApp(app, out);
    console.log(`${app}: ${(bytes / 1e6).toFixed(1)} MB, loads in ${loadTime(join(out, app))} ms`);
  }
}

/** Milliseconds until the process exits because of the invalid PORT: by then all of its code is loaded. */
function loadTime(folder) {
  const started = performance.now();
  const env = { PORT: 'none' };
  const { status, stderr } = spawnSync(process.execPath, ['main.js'], { cwd: folder, env, encoding: 'utf8' });
  if (status !== 1) throw new Error(`${folder} is not complete: ${stderr}`);
  return Math.round(performance.now() - started);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
