import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKeyFiles } from '@vault/identity';

const shared = [
  'MUX_TOKEN_ID',
  'MUX_TOKEN_SECRET',
  'MUX_WEBHOOK_SECRET',
  'MUX_SIGNING_KEY',
  'MUX_PRIVATE_KEY',
] as const;

/** The secrets that the microservices must have in common with the product in one process. */
export interface MovedKeys {
  readonly names: readonly string[];
  /** Variables for a shell, one a line. */
  readonly text: string;
}

/** Reads the secrets of a data folder. With its signing keys, sessions go on. */
export function readKeys(folder: string): MovedKeys {
  const stored = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, unknown>;
  // A product that last ran in an older version has no key of signed playback.
  const variables = new Map(
    shared.filter((name) => name in stored).map((name) => [name as string, String(stored[name])]),
  );
  const keys = readKeyFiles(join(folder, 'keys'));
  if (keys.length > 0) variables.set('JWT_KEYS', JSON.stringify(keys));
  const lines = [...variables].map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'\n`);
  return { names: [...variables.keys()], text: lines.join('') };
}

/** Writes a new file that only its owner can read. @throws when it exists */
export function writeKeys({ text }: MovedKeys, file: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The keys cannot be written: ${reason}`, { cause });
  }
}
