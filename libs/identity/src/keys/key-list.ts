import { z } from 'zod';
import { createSigningKey, type SigningKey } from './signing-key.ts';

const maxKeys = 10;

const keyId = z.string().min(1).max(64);
const pemKey = z.object({ kid: keyId, pem: z.string() });
const jwkKey = z.looseObject({
  kid: keyId,
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});
const keyList = z
  .array(z.union([pemKey, jwkKey]))
  .min(1)
  .max(maxKeys);

/** Either the keys, oldest first, or the problem of the text. */
export interface ParsedKeys {
  readonly keys: readonly SigningKey[];
  readonly problem?: string;
}

const expected = `must be a JSON list of 1 to ${String(maxKeys)} private ES256 keys, each a JWK with "kid" or {"kid", "pem"}`;

/** Parses `JWT_KEYS`. A problem names a key by its number and never quotes it. */
export function parseKeyList(text: string): ParsedKeys {
  const parsed = keyList.safeParse(parseJson(text));
  if (!parsed.success) return { keys: [], problem: expected };
  const ids = parsed.data.map(({ kid }) => kid);
  if (new Set(ids).size < ids.length) return { keys: [], problem: 'two keys have the same "kid"' };
  const keys: SigningKey[] = [];
  for (const [index, entry] of parsed.data.entries()) {
    try {
      keys.push(createSigningKey(entry.kid, 'pem' in entry ? (entry.pem as string) : entry));
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it cannot be read';
      return { keys: [], problem: `key ${String(index + 1)}: ${reason}` };
    }
  }
  return { keys };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
