import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@vault/platform';

/** What the product and its own video engine know each other by. */
const secretNames = ['MUX_TOKEN_ID', 'MUX_TOKEN_SECRET', 'MUX_WEBHOOK_SECRET'] as const;

type Secrets = Record<(typeof secretNames)[number], string>;

/** Takes each secret from the environment, else from `secrets.json` of the data folder, else makes it and keeps it there. */
export function loadSecrets(dataDir: string, env: Environment): Secrets {
  const path = join(dataDir, 'secrets.json');
  const kept = readKept(path);
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, env[name] ?? kept[name] ?? randomBytes(24).toString('base64url')]),
  ) as Secrets;
  if (secretNames.some((name) => kept[name] !== secrets[name])) keep(dataDir, path, secrets);
  return secrets;
}

function readKept(path: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

function keep(dataDir: string, path: string, secrets: Secrets): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
