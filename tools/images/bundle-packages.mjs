// What is copied into a bundle beside its code: packages that cannot be bundled, and the licences of all packages.
import { cpSync, existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../prepare.mjs';

const { platform, arch } = process;
const modules = join(root, 'node_modules');

/** Packages with native programs or data, and the files of each that this machine needs to run them. */
const copiedFiles = {
  '@napi-rs/canvas': ['*.js'],
  [`@napi-rs/canvas-${platform}-${arch}-gnu`]: ['*.node', '*.dat'],
  '@node-rs/argon2': ['index.js'],
  [`@node-rs/argon2-${platform}-${arch}-gnu`]: ['*.node'],
  // Its workers are loaded by their path.
  piscina: ['dist/**/*.{js,mjs}'],
  '@napi-rs/nice': ['*.js'],
  [`@napi-rs/nice-${platform}-${arch}-gnu`]: ['*.node'],
  'onnxruntime-node': ['dist/*.js', `bin/napi-v6/${platform}/${arch}/*`],
  'onnxruntime-common': ['dist/cjs/**/*.{js,json}'],
  // The files that browsers load, and their licences.
  'hls.js': ['dist/hls.light.min.mjs'],
  'swagger-ui-dist': [
    'index.js',
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
  ],
  'word-list': ['index.js', 'words.txt'],
  'cmu-pronouncing-dictionary': ['index.js'],
  // Only the two models: the package's own code is never run.
  '@moonshine-ai/moonshine-js': ['dist/model/tiny/quantized/*.onnx'],
};

/** Packages that a package needs although no import in a bundle names them. */
const extraPackages = {
  '@napi-rs/canvas': [`@napi-rs/canvas-${platform}-${arch}-gnu`],
  '@node-rs/argon2': [`@node-rs/argon2-${platform}-${arch}-gnu`],
  piscina: ['@napi-rs/nice', `@napi-rs/nice-${platform}-${arch}-gnu`],
  'onnxruntime-node': ['onnxruntime-common'],
};

/** Whether a package is copied beside the bundle, so that its imports stay as they are. */
export const isCopied = (name) => name in copiedFiles;

/** Copies the named packages, of each only the files that this platform needs. @returns their source folders */
export function copyPackages(names, target) {
  const all = names.flatMap((name) => [name, ...(extraPackages[name] ?? [])]);
  return all.map((name) => {
    const from = join(modules, name);
    const found = globSync(copiedFiles[name], { cwd: from });
    if (found.length === 0) throw new Error(`${name} has nothing for ${platform}-${arch} in ${from}`);
    for (const file of ['package.json', ...licenceFiles(from), ...found])
      cpSync(join(from, file), join(target, 'node_modules', name, file));
    return from;
  });
}

/** The folder of the package that a file belongs to. */
export function packageOf(file) {
  let folder = dirname(file);
  while (!isPackage(folder)) folder = dirname(folder);
  return folder;
}

/** A folder inside a package may have a package.json that only sets the module type, so a name is required. */
const isPackage = (folder) =>
  existsSync(join(folder, 'package.json')) && readPackage(folder).version !== undefined;

const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folders of all direct and indirect run-time dependencies of a workspace package. */
export function dependenciesOf(workspace) {
  const found = new Set();
  const visit = (folder) => {
    for (const name of Object.keys(readPackage(folder).dependencies ?? {})) {
      const place = placeOf(name, folder);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      visit(place);
    }
  };
  visit(join(root, workspace));
  return [...found].filter((folder) => !readPackage(folder).name.startsWith('@vault/'));
}

function placeOf(name, from) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(place)) return place;
  }
  return undefined;
}

/** The licence texts of packages as one document, each package once. */
export function licencesOf(folders) {
  const texts = new Map();
  for (const folder of folders) {
    const { name, version, license, author } = readPackage(folder);
    const files = licenceFiles(folder).map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const by = typeof author === 'string' ? author : author?.name;
    const noText = `(The package names the licence "${license ?? 'none'}" and has no licence file${by ? `; its author is ${by}` : ''}.)`;
    texts.set(`${name} ${version}`, `${license ?? ''}\n\n${files.join('\n\n') || noText}`);
  }
  const names = [...texts.keys()].sort();
  return names.map((name) => `${'='.repeat(100)}\n${name}  ${texts.get(name)}\n`).join('\n');
}

const licenceFiles = (folder) =>
  readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && !/\.js$/.test(file));
