import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@vault/platform';

/** Shared by the services and the video engine. */
const secretNames = ['MUX_TOKEN_ID', 'MUX_TOKEN_SECRET', 'MUX_WEBHOOK_SECRET'] as const;

type Secrets = Record<(typeof secretNames)[number], string>;

/**
 * Reads each secret from the environment or from `secrets.json` in the data folder; creates and stores missing ones.
 */
export function loadSecrets(dataDir: string, env: Environment): Secrets {
  const path = join(dataDir, 'secrets.json');
  const stored = readStored(path);
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, env[name] ?? stored[name] ?? randomBytes(24).toString('base64url')]),
  ) as Secrets;
  if (secretNames.some((name) => stored[name] !== secrets[name])) store(dataDir, path, secrets);
  return secrets;
}

function readStored(path: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

function store(dataDir: string, path: string, secrets: Secrets): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
