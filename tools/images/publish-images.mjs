#!/usr/bin/env node
/**
 * `npm run images -- registry.example.com`: builds the image of every app for amd64 and arm64 with an SBOM, pushes it,
 * and packages and pushes both charts. It prints the values that pin the images to their digests; save them in a file
 * for Helm. It needs Docker with buildx, and Helm 4; after a sign-in (`docker login`) to the registry.
 *
 * With COSIGN_KEY (a file, or a key of a KMS) it signs images and charts with cosign. PLATFORMS names other platforms.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exitWithError, root } from '../prepare.mjs';

const run = promisify(execFile);
const [registry, ...others] = process.argv.slice(2);
const { COSIGN_KEY: key, PLATFORMS: platforms = 'linux/amd64,linux/arm64' } = process.env;
/** A host with an optional port and path; a scheme would end up in the images' names. */
if (!/^[a-z0-9.-]+(:\d+)?(\/[a-z0-9._/-]+)?$/.test(registry ?? '') || others.length > 0)
  exitWithError('Name the registry without https://, such as: npm run images -- registry.example.com');

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const dockerfile = await readFile(join(root, 'apps/Dockerfile'), 'utf8');
const apps = [...dockerfile.matchAll(/^FROM \w+ AS for-(\S+)$/gm)].map(([, app]) => app);
const { stdout: revision } = await run('git', ['rev-parse', 'HEAD'], { cwd: root });
const folder = await mkdtemp(join(tmpdir(), 'vault-images-'));

/** Runs a program and shows its output. */
async function show(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await Promise.race([
    once(child, 'exit'),
    once(child, 'error').then(([error]) => Promise.reject(error)),
  ]);
  if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}.`);
}

const sign = (name) => (key ? show('cosign', ['sign', '--yes', '--key', key, name]) : undefined);

/** @returns the digest of the pushed image */
async function publishImage(app) {
  const name = `${registry}/webinar-vault/${app}`;
  const metadata = join(folder, `${app}.json`);
  const buildArguments = { APP: app, VERSION: version, REVISION: revision.trim() };
  await show('docker', [
    ...['buildx', 'build', '--platform', platforms, '--sbom=true', '--provenance=mode=max', '--push'],
    ...['--file', 'apps/Dockerfile', '--metadata-file', metadata, '--tag', `${name}:${version}`],
    ...Object.entries(buildArguments).flatMap(([argument, value]) => ['--build-arg', `${argument}=${value}`]),
    '.',
  ]);
  const { 'containerimage.digest': digest } = JSON.parse(await readFile(metadata, 'utf8'));
  await sign(`${name}@${digest}`);
  return digest;
}

async function publishCharts() {
  for (const chart of ['webinar-vault', 'webinar-vault-infra'])
    await show('helm', ['package', `helm/${chart}`, '--destination', folder]);
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.tgz'))) {
    const { stderr, stdout } = await run('helm', ['push', join(folder, file), `oci://${registry}/charts`]);
    const digest = /^Digest: (sha256:[0-9a-f]{64})$/m.exec(`${stdout}\n${stderr}`)?.[1];
    if (!digest) throw new Error(`Helm named no digest of ${file}.`);
    await sign(`${registry}/charts/${file.replace(/-\d.*$/, '')}@${digest}`);
  }
}

try {
  const digests = [];
  for (const app of apps) digests.push([app, await publishImage(app)]);
  await publishCharts();
  const services = digests.filter(([app]) => app !== 'migrate');
  const pin = (app) => `${app}: { image: { digest: '${Object.fromEntries(digests)[app]}' } }`;
  console.log(`
# The values of version ${version} for Helm: helm install … oci://${registry}/charts/webinar-vault --values FILE
image: { registry: ${registry} }
services:
${services.map(([app]) => `  ${pin(app)}`).join('\n')}
${pin('migrate')}`);
} catch (error) {
  exitWithError(error.message);
} finally {
  await rm(folder, { recursive: true, force: true });
}
