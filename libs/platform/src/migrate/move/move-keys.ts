import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKeyFiles } from '../../identity/key-files.ts';

const shared = ['MUX_TOKEN_ID', 'MUX_TOKEN_SECRET', 'MUX_WEBHOOK_SECRET'] as const;

/**
 * Writes the secrets that the microservices must have in common with the product in one process, as variables for a
 * shell: with its signing keys sessions go on. An existing file is not replaced.
 * @returns the names of the variables
 */
export function writeKeys(folder: string, file: string): readonly string[] {
  const stored = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, unknown>;
  const variables = new Map(shared.map((name) => [name as string, String(stored[name])]));
  const keys = readKeyFiles(join(folder, 'keys'));
  if (keys.length > 0) variables.set('JWT_KEYS', JSON.stringify(keys));
  const lines = [...variables].map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'\n`);
  try {
    writeFileSync(file, lines.join(''), { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new Error(`The keys cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  return [...variables.keys()];
}
