#!/usr/bin/env node
/**
 * `npm run images:check -- [app…]`: tests apps/Dockerfile without a container engine or an image registry:
 * as root, with buildah and mmdebstrap (apt-get install buildah mmdebstrap). It makes a base image from Debian and this
 * Node, builds each app's image on it, and starts it as user 10001, without capabilities, on a read-only root. The
 * process must become live, fail to write to the root, and stop at SIGTERM. This takes some minutes, more the first
 * time. Without names it tests gateway and all-in-one.
 */
import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cacheFolder } from '../cache-folder.mjs';
import { imagesOfDockerfile } from './dockerfile-images.mjs';
import { exitWithError, root } from '../prepare.mjs';
import { freePort } from '../servers/server-process.mjs';

const run = promisify(execFile);
const cache = join(cacheFolder(), 'images');
const storage = ['--root', join(cache, 'storage'), '--runroot', join(cache, 'run')];
const user = 10001;
/** Runs in new mount and process namespaces: mounts the image's root read-only, with /tmp and /data writable. */
const startInside = `
set -e
mount --bind "$1" "$2"
mount -t tmpfs -o size=64m,mode=1777 tmpfs "$2/tmp"
mount --bind "$3" "$2/data"
mount -t proc proc "$2/proc"
mount -o remount,bind,ro "$2"
place=$2
shift 3
exec /usr/sbin/chroot "$place" /usr/bin/setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all /usr/bin/env -i -C /app "$@"`;

/** @returns what it prints on stdout */
async function buildah(...args) {
  const { stdout } = await run('buildah', [...storage, ...args], { cwd: root, maxBuffer: 1 << 26 });
  return stdout.trim();
}

async function version() {
  const { optionalDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return optionalDependencies[`node-linux-${process.arch}`];
}

/** Makes a local replacement for the official Node image, once. */
async function ensureBase() {
  const name = `localhost/node:${await version()}-bookworm-slim`;
  if ((await buildah('images', '--format', '{{.Name}}:{{.Tag}}')).split('\n').includes(name)) return name;
  console.log('Making a base of Debian and this Node…');
  const debian = join(cache, 'debian.tar');
  if (!existsSync(debian)) await makeDebian(debian);
  const container = await buildah('from', 'scratch');
  const copy = (from, to) => buildah('copy', container, from, to);
  await buildah('add', container, debian, '/');
  await copy(join(root, `node_modules/node-linux-${process.arch}/bin/node`), '/usr/local/bin/node');
  const npm = await npmFolder();
  await copy(npm, '/usr/local/lib/node_modules/npm');
  const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm';
  await buildah('run', '--isolation', 'chroot', container, '--', 'sh', '-c', link);
  // npm may need the CA certificates of this machine, for example of a proxy.
  const authorities = '/etc/ssl/certs/ca-certificates.crt';
  if (existsSync(authorities)) {
    await copy(authorities, authorities);
    await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${authorities}`, container);
  }
  await buildah('commit', '--rm', container, name);
  return name;
}

/** A minimal Debian as an archive. The name is set last, so an interrupted run leaves no incomplete archive. */
async function makeDebian(path) {
  const unfinished = `${path}.${process.pid}.tar`;
  await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', unfinished]);
  await rename(unfinished, path);
}

/** The folder of the npm that started this script. */
async function npmFolder() {
  const cli = process.env.npm_execpath;
  if (!cli) throw new Error('Start this with npm: npm run images:check');
  return dirname(dirname(await realpath(cli)));
}

/** Builds the image as a container engine would, and shows the output. */
async function build(app, base) {
  const args = ['--isolation', 'chroot', '--pull-never', '--layers', '--format', 'docker'];
  const buildArguments = ['--build-arg', `NODE_IMAGE=${base}`, '--build-arg', `APP=${app}`];
  const files = ['--ignorefile', '.dockerignore', '-f', 'apps/Dockerfile', '-t', imageOf(app), '.'];
  const child = spawn('buildah', [...storage, 'bud', ...args, ...buildArguments, ...files], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The image of ${app} could not be built.`);
}

const imageOf = (app) => `localhost/webinar-vault-${app}`;

/** The variables that a process needs to start. Its servers are unreachable, which must not end it. */
function settingsOf(app) {
  if (app === 'all-in-one') return {};
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return {
    KAFKA_BROKERS: '127.0.0.1:1',
    MONGO_URL: 'mongodb://127.0.0.1:1/',
    RPC_SECRET: 'proof'.repeat(8),
    JWT_KEYS: JSON.stringify([{ kid: 'proof', pem }]),
    MUX_TOKEN_ID: 'proof',
    MUX_TOKEN_SECRET: 'proof',
    MUX_WEBHOOK_SECRET: 'proof',
    WEBHOOK_URL: 'http://127.0.0.1:1/api/webhooks/mux',
    VIDEO_ENGINE_PUBLIC_URL: 'http://127.0.0.1:1/media',
  };
}

/** Starts the image and checks it. @returns the result in one line */
async function check(app) {
  const container = await buildah('from', '--pull-never', imageOf(app));
  const folder = await mkdtemp(join(tmpdir(), 'vault-image-'));
  // The container's user must be able to enter this folder, but not to list it.
  await chmod(folder, 0o711);
  try {
    return await startAndStop(app, await buildah('mount', container), container, folder);
  } finally {
    await buildah('rm', container);
    await rm(folder, { recursive: true, force: true });
  }
}

async function startAndStop(app, image, container, folder) {
  const [place, data] = [join(folder, 'root'), join(folder, 'data')];
  for (const path of [place, data]) await mkdir(path);
  await chown(data, user, user);
  const script = join(folder, 'start.sh');
  await writeFile(script, startInside);
  const { config } = JSON.parse(await buildah('inspect', container)).Docker;
  const port = await freePort();
  const settings = {
    ...settingsOf(app),
    HOST: '127.0.0.1',
    PORT: port,
    RPC_ADDRESS: `127.0.0.1:${await freePort()}`,
  };
  const env = [...config.Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
  if (config.User !== `${user}:${user}`) throw new Error(`${app} would run as ${config.User}.`);
  // If the root can be written to, the container ends with code 9 before the app starts.
  const command = ['sh', '-c', 'touch /app/x 2> /dev/null && exit 9; exec "$@"', 'sh', ...config.Cmd];
  const started = performance.now();
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'bash', script, image, place, data, ...env, ...command],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'exit');
  try {
    await untilLive(`http://127.0.0.1:${port}/livez`, child);
    const lives = Math.round(performance.now() - started);
    const health = await isHealthy(config.Healthcheck, port);
    const inside = (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim();
    process.kill(Number(inside), 'SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`${app} did not stop cleanly: ${code}`);
    return `${app}: live after ${lives} ms on a read-only root, ${health}, stops at SIGTERM`;
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

async function untilLive(url, child) {
  const end = performance.now() + 60_000;
  while (child.exitCode === null && performance.now() < end) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await wait(50);
  }
  throw new Error(
    `${url} did not answer${child.exitCode === null ? '' : `: it ended with ${child.exitCode}`}.`,
  );
}

/** Runs the image's health check. */
async function isHealthy({ Test: [kind, program, ...args] }, port) {
  if (kind !== 'CMD' || program !== 'node') throw new Error('The health check does not run node.');
  await run(process.execPath, args, { env: { PORT: String(port) } });
  return 'is healthy';
}

const apps = process.argv.length > 2 ? process.argv.slice(2) : ['gateway', 'all-in-one'];
// migrate is no server, so it cannot become live.
const startable = (await imagesOfDockerfile()).filter((app) => app !== 'migrate').sort();
const others = apps.filter((app) => !startable.includes(app));
if (others.length > 0)
  exitWithError(`There is no app ${others.join(', ')} to start. There are: ${startable.join(', ')}.`);
if (process.getuid?.() !== 0 || process.platform !== 'linux') exitWithError('This needs root, on Linux.');
for (const program of ['buildah', 'mmdebstrap'])
  await run(program, ['--version']).catch(() =>
    exitWithError(`${program} is missing: apt-get install ${program}`),
  );
await mkdir(cache, { recursive: true });
const base = await ensureBase();
const results = [];
for (const app of apps) {
  await build(app, base);
  results.push(await check(app));
}
console.log(`\n${results.join('\n')}`);
