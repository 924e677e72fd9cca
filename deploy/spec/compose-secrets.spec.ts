import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { serviceNames } from '../../libs/contracts/src/index.ts';
import { playbackConfig, playbackKeysOf } from '../../libs/integrations/src/video-host/playback-keys.ts';
import { loadConfigs } from '../../libs/platform/src/host/load-configs.ts';
import { root } from '../../tools/prepare.mjs';
import { definitionOf, readEnvironment } from './app-variables.ts';
import {
  composeFile,
  containers,
  environmentOf,
  filledIn,
  microservices,
  startedWith,
  type Values,
} from './compose-file.ts';

const isSecret = (name: string) => /(PASSWORD|SECRET|TOKEN_ID|KEYS)$/.test(name);
/** Not of the provider of staff, which an installation need not have. */
const isNeeded = (name: string) => isSecret(name) && !name.startsWith('ADMIN_OIDC_');
/** Without these a process starts: media is public then. */
const isPlaybackKey = (name: string) => /^MUX_(?:SIGNING|PRIVATE)_KEY$/.test(name);

/** Reads a container's environment as its process does; throws the error that the process would exit with. */
type Start = (env: Values) => unknown;

/** Every process that gets a secret. Kafka gets none, all-in-one only the staff password. */
const starts: Readonly<Record<string, Start>> = {
  mongo: (env) => {
    const [program = '', ...parameters] = containers['mongo']!.command ?? [];
    // The commands after the check need the image.
    const script = filledIn(parameters.at(-1) ?? '', {}).replace(/head -c[^]*/, 'true');
    const { status, stderr } = spawnSync(program, ['-c', script], { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  },
  'mongo-replica-set': (env) => {
    const printed: string[] = [];
    const quit = (code: number) => {
      throw new Error(`${code}: ${printed.join()}`);
    };
    const admin = { auth: () => true, hello: () => ({ setName: 'rs0', isWritablePrimary: true }) };
    const Mongo = function () {
      return { getDB: () => admin };
    };
    const print = (line: string) => printed.push(line);
    const script = readFileSync(join(root, 'deploy/start-replica-set.js'), 'utf8');
    try {
      runInNewContext(script, { Mongo, print, process: { env }, quit, sleep: () => quit(2) });
    } catch (error) {
      if (!String(error).includes('accepts writes')) throw error;
    }
  },
  ...Object.fromEntries(
    ['migrate', ...serviceNames, 'video-engine'].map((app): [string, Start] => [
      app,
      (env) => readEnvironment(app, env),
    ]),
  ),
  'all-in-one': (env) => readEnvironment('admin', env),
};

/** The settings that a container's environment is filled in from. */
const settingsIn = (name: string) =>
  Object.values(containers[name]?.environment ?? {}).flatMap((text) =>
    [...text.matchAll(/\$\{(\w+)/g)].map(([, setting = '']) => setting),
  );
/** Migrate makes this account only when it has a password; the video engine is the process that needs it. */
const optional = 'migrate VIDEO_ENGINE_MONGO_PASSWORD';
/** Every pair of a container and a secret that it needs. */
const given = Object.keys(containers)
  .flatMap((name) => [...new Set(settingsIn(name))].filter(isNeeded).map((secret) => [name, secret] as const))
  .filter((pair) => pair.join(' ') !== optional);

let folder: string;
let settings: Values;
const make = () => execFileSync('sh', [join(folder, 'deploy/make-secrets.sh')], { encoding: 'utf8' });
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  for (const path of ['deploy', '.env.example'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  make();
  const lines = readFileSync(join(folder, '.env'), 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm);
  settings = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The environment of a container with the generated settings, some of them replaced. */
function environment(name: string, but: Values = {}): Values {
  const values = environmentOf(name, { ...settings, ...but });
  if (values['JWT_KEYS_FILE']) values['JWT_KEYS_FILE'] = join(folder, 'secrets/jwt-keys.json');
  return values;
}

it('make-secrets.sh takes the keys of a moved product from the environment', () => {
  const other = mkdtempSync(join(tmpdir(), 'secrets-'));
  for (const path of ['deploy', '.env.example'])
    cpSync(join(root, path), join(other, path), { recursive: true });
  const keys = JSON.stringify([{ kid: 'a', pem: 'BEGIN\nEND\n' }]);
  const env = {
    ...process.env,
    MUX_TOKEN_ID: 'moved-id',
    MUX_WEBHOOK_SECRET: 'moved-secret',
    MUX_SIGNING_KEY: 'moved-key',
    MUX_PRIVATE_KEY: 'bW92ZWQ=',
    JWT_KEYS: keys,
  };
  execFileSync('sh', [join(other, 'deploy/make-secrets.sh')], { env });
  const made = readFileSync(join(other, '.env'), 'utf8');
  expect(made).toMatch(/^MUX_TOKEN_ID=moved-id$/m);
  expect(made).toMatch(/^MUX_WEBHOOK_SECRET=moved-secret$/m);
  expect(made).toMatch(/^MUX_TOKEN_SECRET=[0-9a-f]{48}$/m);
  expect(made).toMatch(/^MUX_SIGNING_KEY=moved-key$/m);
  expect(made).toMatch(/^MUX_PRIVATE_KEY=bW92ZWQ=$/m);
  expect(readFileSync(join(other, 'secrets/jwt-keys.json'), 'utf8')).toBe(`${keys}\n`);
  rmSync(other, { recursive: true });
});

it('make-secrets.sh writes a given key in PEM as one line', () => {
  const other = mkdtempSync(join(tmpdir(), 'secrets-'));
  for (const path of ['deploy', '.env.example'])
    cpSync(join(root, path), join(other, path), { recursive: true });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  execFileSync('sh', [join(other, 'deploy/make-secrets.sh')], {
    env: { ...process.env, MUX_PRIVATE_KEY: pem },
  });
  const [, line = ''] = /^MUX_PRIVATE_KEY=(.*)$/m.exec(readFileSync(join(other, '.env'), 'utf8')) ?? [];
  expect(createPrivateKey(Buffer.from(line, 'base64')).equals(privateKey)).toBe(true);
  rmSync(other, { recursive: true });
});

describe('the secrets that make-secrets.sh generates', () => {
  it('start all microservices, and not all-in-one beside them', () => {
    const each = Object.keys(microservices).map((name) => [name, 1] as const);
    expect(each.length).toBeGreaterThan(8);
    expect(startedWith(settings)).toEqual(Object.fromEntries(each));
  });

  it.each(Object.keys(starts))('include everything that %s needs', async (name) => {
    await starts[name]!(environment(name));
  });

  it('give each service the password of its MongoDB account, and auth the signing key', async () => {
    for (const name of ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin']) {
      const password = environment('migrate')[`${name.toUpperCase()}_MONGO_PASSWORD`];
      expect(password).toHaveLength(48);
      expect(environment(name)['MONGO_URL']).toContain(`//${name}:${password}@`);
    }
    const engine = environment('migrate')['VIDEO_ENGINE_MONGO_PASSWORD'];
    expect(environment('video-engine')['MONGO_URL']).toContain(`//video-engine:${engine}@`);
    expect(composeFile.secrets).toEqual({ 'jwt-keys': { file: './secrets/jwt-keys.json' } });
    expect(environmentOf('auth', settings)).toMatchObject({ JWT_KEYS_FILE: '/run/secrets/jwt-keys' });
    const { configs } = loadConfigs([await definitionOf('auth')], environment('auth'));
    expect(configs.auth).toMatchObject({ JWT_KEYS: [expect.anything()] });
  });

  it('include one RPC secret that is the same in all services', async () => {
    for (const name of serviceNames) {
      const { host } = loadConfigs([await definitionOf(name)], environment(name));
      expect([name, host.RPC_SECRET]).toEqual([name, [settings['RPC_SECRET']]]);
    }
  });

  it('are the same in the video engine and in the services that call it', () => {
    const { MUX_TOKEN_ID, MUX_TOKEN_SECRET, MUX_WEBHOOK_SECRET, VIDEO_ENGINE_PUBLIC_URL } =
      environment('video-engine');
    for (const name of ['upload', 'chaptering', 'clip'])
      expect(environment(name)).toMatchObject({
        MUX_TOKEN_ID,
        MUX_TOKEN_SECRET,
        MUX_WEBHOOK_SECRET,
        VIDEO_ENGINE_PUBLIC_URL,
      });
  });

  it('include the key of signed playback, the same in all processes that know the video host', () => {
    const { PLAYBACK, MUX_SIGNING_KEY, MUX_PRIVATE_KEY } = environment('video-engine');
    const [key, ...others] = playbackKeysOf(
      playbackConfig.parse({ PLAYBACK: PLAYBACK || undefined, MUX_SIGNING_KEY, MUX_PRIVATE_KEY }),
    );
    expect(key?.id).toMatch(/^[0-9a-f]{48}$/);
    expect(others).toEqual([]);
    for (const name of ['gateway', 'upload', 'chaptering', 'clip'])
      expect(environment(name)).toMatchObject({ PLAYBACK, MUX_SIGNING_KEY, MUX_PRIVATE_KEY });
    const holders = Object.keys(containers).filter((name) => 'MUX_PRIVATE_KEY' in environment(name));
    expect(holders.sort()).toEqual(['chaptering', 'clip', 'gateway', 'upload', 'video-engine']);
  });

  it('are all different, readable by their owner only, and kept when the script runs again', () => {
    const secrets = Object.entries(settings).filter(([name]) => isSecret(name));
    expect(new Set(secrets.map(([, value]) => value)).size).toBe(secrets.length);
    for (const [, value] of secrets) expect(value).toMatch(/^[0-9a-f]{48}$/);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    const before = readFileSync(join(folder, '.env'), 'utf8');
    expect(make()).toMatch(/is kept[^]*is kept/);
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(before);
  });
});

describe('a secret', () => {
  it('go only to processes that refuse to start without them', () => {
    expect([...new Set(given.map(([name]) => name))].sort()).toEqual(Object.keys(starts).sort());
    expect(new Set(given.map(([, secret]) => secret)).size).toBeGreaterThan(6);
  });

  it('have no value and no default in docker-compose.yml', () => {
    for (const [name, { environment: values = {} }] of Object.entries(containers)) {
      for (const [variable, text] of Object.entries(values)) {
        if (isSecret(variable) || isPlaybackKey(variable))
          expect([name, text]).toEqual([name, expect.stringMatching(/^\$\{\w+:-\}$/)]);
        const account = /\/\/(.*)@/.exec(text)?.[1];
        if (account !== undefined) expect(account).toMatch(/^[a-z-]+:\$\{\w+_PASSWORD:-\}$/);
      }
    }
  });

  it.each(given)('stop %s from starting when %s is empty', async (name, secret) => {
    const attempt = async () => {
      await starts[name]!(environment(name, { [secret]: '' }));
    };
    await expect(attempt()).rejects.toThrow(/(PASSWORD|MONGO_\w*URL|MUX_\w+|RPC_SECRET): .*(must|empty)/);
  });

  it('stop auth from starting when there is no signing key, or its file is empty', async () => {
    const path = join(folder, 'no-keys.json');
    const attempt = async () => {
      await starts['auth']!({ ...environment('auth'), JWT_KEYS_FILE: path });
    };
    await expect(attempt()).rejects.toThrow(/JWT_KEYS_FILE: /);
    writeFileSync(path, '');
    await expect(attempt()).rejects.toThrow(/JWT_KEYS_FILE: .*empty/);
    writeFileSync(path, '[]');
    await expect(attempt()).rejects.toThrow(/JWT_KEYS: /);
  });
});
