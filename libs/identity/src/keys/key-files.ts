import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataFolderError, writeFileDurably } from '@vault/base';
import { createSigningKey, type SigningKey } from './signing-key.ts';

const suffix = '.pem';
const prefix = 'session-';

/**
 * The keys of a folder, oldest first; creates the first key if there is none.
 * @throws with the name of a file without a usable key: creating a new key silently would end every session
 */
export function loadKeyFiles(folder: string, now: Date): readonly SigningKey[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (keyNames(folder).length === 0) writeKey(folder, now);
  return keyNames(folder).map((name) => readKey(folder, name));
}

/** The keys of a folder as `JWT_KEYS` takes them, oldest first; none if there is no folder. Changes nothing. */
export function readKeyFiles(folder: string): { kid: string; pem: string }[] {
  if (!existsSync(folder)) return [];
  return keyNames(folder).map((name) => ({
    kid: keyIdOf(name),
    pem: readFileSync(join(folder, name), 'utf8'),
  }));
}

/** Names begin with the creation time, so they sort by age. */
function keyNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && name.endsWith(suffix))
    .sort();
}

function keyIdOf(name: string): string {
  return name.slice(prefix.length, -suffix.length);
}

function readKey(folder: string, name: string): SigningKey {
  const file = join(folder, name);
  chmodSync(file, 0o600);
  try {
    return createSigningKey(keyIdOf(name), readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new DataFolderError(
      `${file} holds no usable signing key. Restore it, or delete it to sign everyone out.`,
      { cause },
    );
  }
}

function writeKey(folder: string, now: Date): void {
  const id = `${now.toISOString().replace(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  writeFileDurably(join(folder, `${prefix}${id}${suffix}`), pem);
}
