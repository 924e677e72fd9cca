import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames, type ServiceName } from '../../libs/contracts/src/index.ts';
import { root } from '../../tools/prepare.mjs';
import { calledBy, definitionOf, readEnvironment, variablesOf } from './app-variables.ts';

const page = readFileSync(join(root, 'docs/processes.md'), 'utf8');
/** A process needs the secret, or the three others. */
const alternatives = ['RPC_SECRET', 'RPC_TLS_CERT', 'RPC_TLS_KEY', 'RPC_TLS_CA'];
const isService = (app: string): app is ServiceName => (serviceNames as readonly string[]).includes(app);

/** The rows of the table under this heading, cell by cell. */
function tableOf(heading: string): string[][] {
  const [, part = ''] = page.split(`## ${heading}\n`);
  const lines = (part.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  const rows = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
  return rows.filter((_, index) => index !== 1);
}

describe('the commands', () => {
  type Values = Record<string, string>;
  let folder: string;
  let environments: Record<string, Values>;

  /** Runs the lines in a shell, with an npm that records its environment. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'processes-'));
    for (const path of ['deploy', '.env.example'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    for (const path of ['bin', 'environments']) mkdirSync(join(folder, path));
    writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\nenv -0 > "environments/${4:-$2}"\n');
    chmodSync(join(folder, 'bin/npm'), 0o755);
    const commands = /```sh\n([^]*?)```/.exec(page)?.[1] ?? '';
    const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
    const { status, stderr } = spawnSync('sh', ['-euc', commands], { cwd: folder, env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    environments = Object.fromEntries(
      readdirSync(join(folder, 'environments')).map((app) => {
        const pairs = readFileSync(join(folder, 'environments', app), 'utf8')
          .split('\0')
          .filter(Boolean);
        return [app, Object.fromEntries(pairs.map((pair) => pair.split(/=([^]*)/) as [string, string]))];
      }),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('start every process with what it needs', async () => {
    expect(Object.keys(environments).sort()).toEqual([...serviceNames, 'video-engine', 'migrate'].sort());
    for (const [app, values] of Object.entries(environments)) {
      const { JWT_KEYS_FILE = '', ...others } = values;
      await readEnvironment(app, { ...others, JWT_KEYS_FILE: join(folder, JWT_KEYS_FILE) });
    }
  });

  it('use different ports and let the processes find each other', () => {
    const ports = Object.keys(environments).flatMap((app) => environments[app]!['PORT'] ?? []);
    expect(new Set(ports).size).toBe(serviceNames.length + 1);
    for (const service of serviceNames.filter((name) => name !== 'gateway'))
      expect([service, environments[service]!['RPC_ADDRESS']]).toEqual([
        service,
        environments['gateway']![`${service.toUpperCase()}_RPC`],
      ]);
    const { PORT, PUBLIC_URL, WEBHOOK_URL, VIDEO_ENGINE_URL, VIDEO_ENGINE_PUBLIC_URL } =
      environments['gateway']!;
    for (const url of [PUBLIC_URL, WEBHOOK_URL]) expect(new URL(url!).port).toBe(PORT);
    for (const url of [VIDEO_ENGINE_URL, VIDEO_ENGINE_PUBLIC_URL])
      expect(new URL(url!).port).toBe(environments['video-engine']!['PORT']);
  });
});

test('a signal reaches the process: npm forwards it, and no shell in between keeps it', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['start', 'serve', 'migrate', 'staff']) expect(scripts[name]).toMatch(/^exec node /);
});

test('the table of ports names the gRPC clients and servers', async () => {
  const [, ...rows] = tableOf('Ports and probes');
  const expected = serviceNames.map(async (name) => {
    const { rpc } = await definitionOf(name);
    return [name, rpc ? 'yes' : '', calledBy(name).sort().join(', ')];
  });
  const shown = rows.map(([name = '', , rpc, asks]) => [name, rpc, asks]);
  expect(shown.filter(([name = '']) => isService(name)).sort()).toEqual((await Promise.all(expected)).sort());
});

describe('the table of variables', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** A value for each variable that a process may require. */
  const complete: Readonly<Record<string, string>> = {
    KAFKA_BROKERS: 'a:1',
    MONGO_URL: 'mongodb://a:1/',
    RPC_SECRET: 'x'.repeat(32),
    ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_RPC`, 'localhost:1'])),
    MUX_TOKEN_ID: 'a',
    MUX_TOKEN_SECRET: 'a',
    MUX_WEBHOOK_SECRET: 'a',
    WEBHOOK_URL: 'http://a/',
    VIDEO_ENGINE_PUBLIC_URL: 'http://a/media',
    JWT_KEYS: JSON.stringify([{ kid: 'a', pem: privateKey.export({ type: 'pkcs8', format: 'pem' }) }]),
  };

  /** Whether the process uses the variable: every process reads all variables of the common host. */
  async function matters(app: string, variable: string): Promise<boolean> {
    // The gateway owns no data and has no MongoDB account.
    if (app === 'migrate') return !variable.startsWith('GATEWAY_MONGO_');
    const definition = isService(app) ? await definitionOf(app) : undefined;
    if (variable.endsWith('_RPC'))
      return calledBy(app).some((name) => variable === `${name.toUpperCase()}_RPC`);
    if (variable === 'RPC_ADDRESS') return Boolean(definition?.rpc);
    if (/^(?:MONGO_|NAMESPACE$)/.test(variable) && app === 'video-engine') return true;
    if (/^MONGO_/.test(variable)) return Boolean(definition?.models);
    if (/^(?:KAFKA_|NAMESPACE$|RPC_SECRET$|RPC_TLS_)/.test(variable)) return definition !== undefined;
    if (variable === 'TRUST_PROXY') return app === 'gateway';
    // For the engine's media, and for mail without a mail server.
    if (variable === 'DATA_DIR') return ['auth', 'video-engine'].includes(app);
    return true;
  }

  async function cellOf(app: string, variable: string): Promise<string> {
    if (!(await variablesOf(app)).includes(variable) || !(await matters(app, variable))) return '';
    if (alternatives.includes(variable)) return '◐';
    const without = { ...complete, [variable]: undefined };
    return readEnvironment(app, without).then(
      () => '○',
      () => '●',
    );
  }

  it('makes certificates that replace the secret of calls', async () => {
    const [, commands = ''] = /```sh\n(\([^]*?openssl req -x509[^]*?)```/.exec(page) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
    try {
      const made = spawnSync('sh', ['-euc', commands], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
      expect([made.status, made.error]).toEqual([0, undefined]);
      const read = (name: string) => readFileSync(join(folder, 'secrets/rpc', name), 'utf8');
      const authority = new X509Certificate(read('ca.crt'));
      for (const service of serviceNames) {
        const certificate = new X509Certificate(read(`${service}.crt`));
        expect(certificate.checkIssued(authority)).toBe(true);
        expect(certificate.subjectAltName).toBe(`DNS:${service}`);
        const values = { RPC_TLS_CERT: read(`${service}.crt`), RPC_TLS_KEY: read(`${service}.key`) };
        const env = { ...complete, ...values, RPC_TLS_CA: read('ca.crt') };
        await readEnvironment(service, { ...env, RPC_SECRET: undefined });
        await expect(readEnvironment(service, { ...complete, RPC_SECRET: undefined })).rejects.toThrow();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names the variables that each process reads and requires', async () => {
    const [[, ...apps] = [], ...rows] = tableOf('Variables of each process');
    const variables = [...new Set((await Promise.all(apps.map(variablesOf))).flat())];
    const expected: string[][] = [];
    for (const variable of variables) {
      const cells = await Promise.all(apps.map((app) => cellOf(app, variable)));
      if (cells.some(Boolean)) expected.push([variable, ...cells]);
    }
    expect(expected.length).toBeGreaterThan(40);
    expect(rows.sort()).toEqual(expected.sort());
  });
});
