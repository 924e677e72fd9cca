import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
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
import { serviceNames } from '../../libs/contracts/src/index.ts';
import { root } from '../../tools/prepare.mjs';
import { calledBy, definitionOf, readEnvironment } from './app-variables.ts';
import { completeEnvironment, isService, variablesTable } from './variables-table.ts';

const page = readFileSync(join(root, 'docs/processes.md'), 'utf8');

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

describe('the variables', () => {
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
        const env = { ...completeEnvironment, ...values, RPC_TLS_CA: read('ca.crt') };
        await readEnvironment(service, { ...env, RPC_SECRET: undefined });
        await expect(
          readEnvironment(service, { ...completeEnvironment, RPC_SECRET: undefined }),
        ).rejects.toThrow();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are in the table that is generated', async () => {
    const cellsOf = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-').trim();
    const [, table = ''] = page.split(/(?=\| variable)/);
    expect(cellsOf(table)).toBe(cellsOf(await variablesTable()));
    expect(table.split('\n').length).toBeGreaterThan(40);
  });
});
