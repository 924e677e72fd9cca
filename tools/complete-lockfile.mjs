#!/usr/bin/env node
// Completes package-lock.json after a change of dependencies: a registry may lack the optional packages of other
// platforms, npm then leaves them out, and `npm ci` refuses the lockfile. Each gets an entry with its platform, so
// that it is skipped wherever it does not belong. Run after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const systems = [
  'darwin',
  'win32',
  'linux',
  'freebsd',
  'android',
  'openharmony',
  'sunos',
  'aix',
  'openbsd',
  'netbsd',
];
const processors = {
  armv7: 'arm',
  arm: 'arm',
  arm64: 'arm64',
  x64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
};

/** The platform in a package's name, in npm's words. */
export function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) => systems.includes(word));
  const cpu = words.map((word) => processors[word]).find(Boolean);
  const isMusl = words.some((word) => word.startsWith('musl'));
  const isGlibc = words.some((word) => word.startsWith('gnu'));
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os === 'linux' && (isMusl || isGlibc) ? { libc: [isMusl ? 'musl' : 'glibc'] } : {}),
    ...(os ? { os: [os] } : {}),
  };
}

/** Adds what is missing. @returns the names of the added packages */
export function complete(lock) {
  const added = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      const platform = platformOf(name);
      if (!path || places.some((place) => lock.packages[place]) || Object.keys(platform).length === 0)
        continue;
      lock.packages[`node_modules/${name}`] = { version, ...platform, optional: true };
      added.push(name);
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  return added;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = new URL('../package-lock.json', import.meta.url);
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const added = complete(lock);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`added ${added.length} packages of other platforms`);
}
