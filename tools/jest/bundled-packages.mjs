// Packages of several hundred modules, each bundled into one: Jest loads every module anew for each spec file, which took
// a third of the processor time of the web app's specs.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../prepare.mjs';

const packages = ['@chakra-ui/react', '@chakra-ui/react/theme', 'lucide-react'];
const fileOf = (name) => `${name.replaceAll('/', '_')}.cjs`;

/** Bundles the packages once for each lockfile. @returns Jest's `moduleNameMapper` for them */
export async function bundledPackages() {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const folder = join(root, '.cache/bundled-packages', hash);
  if (!existsSync(folder)) await bundleInto(folder);
  return Object.fromEntries(packages.map((name) => [`^${name}$`, join(folder, fileOf(name))]));
}

async function bundleInto(folder) {
  const bundle = await rolldown({
    cwd: join(root, 'apps/web'),
    input: Object.fromEntries(packages.map((name) => [fileOf(name), name])),
    external: [/^react(-dom)?($|\/)/],
    platform: 'browser',
    logLevel: 'silent',
  });
  const unfinished = `${folder}.${String(process.pid)}`;
  await bundle.write({
    dir: unfinished,
    format: 'cjs',
    entryFileNames: '[name]',
    chunkFileNames: '[name].cjs',
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run has finished first; its files are the same.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}
