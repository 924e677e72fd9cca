// Prepares `npm start` and `npm test`: packages, system programs, compiled code.
// It uses only Node built-ins, because it runs before anything is installed, on the machine's own Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamps = join(root, 'node_modules', '.vault');
const installEnv = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };

/** Every app that runs as a separate process of the product. */
export const appNames = readdirSync(join(root, 'apps')).filter(
  (name) => name !== 'bench' && existsSync(join(root, 'apps', name, 'src/main.ts')),
);

/** Node 24 is one of the packages; if there is none for this platform, the machine must have it. */
export const node24 = () => {
  const own = join(root, 'node_modules', '.bin', 'node');
  return existsSync(own) ? own : process.execPath;
};

/** Prints one sentence and exits with 1. */
export function exitWithError(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Runs a command in the root; exits with its name if it fails. */
export function run(command, args, options = {}) {
  const env = { ...installEnv, ...options.env };
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options, env });
  if (error || status !== 0)
    exitWithError(`"${[command, ...args].join(' ')}" failed${error ? `: ${error.message}` : ''}.`);
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** All files of a folder, as paths from the root, without packages and builds. */
export function filesBelow(dir) {
  return readdirSync(join(root, dir), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .sort();
}

/** Runs `work` if `paths` have changed since it last succeeded. */
export async function whenChanged(name, paths, output, work) {
  const hash = hashOf(paths);
  const stamp = join(stamps, name);
  const isFresh = existsSync(join(root, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isFresh) return;
  await work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, hash);
}

export function checkNode() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) exitWithError(`Webinar Vault needs Node 20 or newer; this is ${process.version}.`);
}

/** Reads the variables of `.env` that the environment does not have. */
export function readSettings(folder = root) {
  const file = join(folder, '.env');
  if (!existsSync(file)) return;
  if (!process.loadEnvFile)
    exitWithError(`Node 20.12 or newer is needed to read ${file}; this is ${process.version}.`);
  process.loadEnvFile(file);
}

/**
 * The lockfile names no registry, so npm would ask for the description of every package before it fetches any: three
 * times the time. So while npm runs, there is a shrinkwrap file, which npm prefers, with the usual address of each.
 * @returns whether npm found all packages at these addresses
 */
async function installWithAddresses(install) {
  const shown = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' });
  if (shown.status !== 0) return false;
  const registry = shown.stdout.trim().replace(/\/$/, '');
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages)) {
    const [, folderName] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (!folderName || entry.link) continue;
    const name = entry.name ?? folderName;
    entry.resolved = `${registry}/${name}/-/${basename(name)}-${entry.version}.tgz`;
  }
  const preferred = join(root, 'npm-shrinkwrap.json');
  let isInterrupted = false;
  let npm;
  // On Ctrl-C npm would roll back for minutes, although the next installation starts from the beginning anyway.
  const interrupt = () => {
    isInterrupted = true;
    npm?.kill('SIGKILL');
  };
  process.on('SIGINT', interrupt);
  writeFileSync(preferred, JSON.stringify(lock));
  npm = spawn('npm', install, { cwd: root, stdio: 'inherit', env: installEnv });
  const status = await new Promise((resolve) => npm.once('exit', resolve).once('error', () => resolve(1)));
  rmSync(preferred, { force: true });
  process.off('SIGINT', interrupt);
  if (isInterrupted) process.exit(130);
  return status === 0;
}

/** Installs the exact packages of the lockfile if it has changed since the last installation. */
export async function installPackages() {
  const files = ['package.json', 'package-lock.json'];
  await whenChanged('packages', files, 'node_modules/.package-lock.json', async () => {
    console.log('Installing packages…');
    const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
    // Some registries have other file addresses; without our lockfile, npm asks for the address of each package.
    if (!(await installWithAddresses(install))) run('npm', install);
  });
  const version = spawnSync(node24(), ['--version'], { encoding: 'utf8' }).stdout ?? '';
  if (Number(/^v(\d+)/.exec(version)?.[1]) < 24) {
    exitWithError(
      'There is no Node 24 package for this platform. Install Node 24 and run the command again.',
    );
  }
}

/** Compiles the changed server files. */
export function buildServer() {
  run(node24(), ['tools/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Compiles the changed server files, and the whole web app if any of its files has changed. */
export async function buildProduct() {
  buildServer();
  const kit = ['media', 'text-file', 'upload-client', 'webvtt'].map((name) => `libs/kit/${name}/src`);
  const webSources = ['apps/web', 'libs/contracts/src', ...kit];
  await whenChanged(
    'web',
    [...webSources.flatMap(filesBelow), 'package-lock.json'],
    'apps/web/dist/index.html',
    () => {
      console.log('Building the web app…');
      run('npm', ['run', '--silent', 'build:web'], { stdio: ['ignore', 'ignore', 'inherit'] });
      run(node24(), ['tools/compress-web.mjs']);
    },
  );
}

/** Runs a program with Node 24 in place of this process: passes signals to it, and exits with its code. */
export function runInstead(args, usual = {}) {
  const child = spawn(node24(), args, {
    cwd: root,
    // When this script dies, the channel closes and the server stops, so that none is left running.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...usual, ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => exitWithError(error.message));
  child.on('exit', (code) => process.exit(code ?? 1));
}
