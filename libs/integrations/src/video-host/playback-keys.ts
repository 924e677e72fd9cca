import { createPrivateKey, createPublicKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { changingSecret } from './changing-secret.ts';

/** How media is protected. */
export const playbackConfig = z.object({
  /** `signed`: media needs a token that ends. By default signed when there is a key. */
  PLAYBACK: z.enum(['signed', 'public']).optional(),
  /** The id of the key that signs playback; while keys change two ids, in the order of the keys. */
  MUX_SIGNING_KEY: changingSecret.optional(),
  /** That RSA key in PEM, also as base64, as Mux returns it. */
  MUX_PRIVATE_KEY: changingSecret.optional(),
});

export type PlaybackConfig = z.infer<typeof playbackConfig>;

/** A key for the tokens of signed playback. */
export interface PlaybackKey {
  readonly id: string;
  /** In PEM. */
  readonly privateKey: string;
  /** In PEM. */
  readonly publicKey: string;
}

/**
 * The keys of signed playback: the first one signs, each is accepted. None: media is public.
 * @throws {Error} that names the variable, when a key is missing or cannot be read
 */
export function playbackKeysOf(config: PlaybackConfig): readonly PlaybackKey[] {
  const { PLAYBACK } = config;
  const ids: readonly string[] = config.MUX_SIGNING_KEY ?? [];
  const keys: readonly string[] = config.MUX_PRIVATE_KEY ?? [];
  if (PLAYBACK === 'public') return [];
  if (ids.length !== keys.length)
    throw new Error('MUX_SIGNING_KEY and MUX_PRIVATE_KEY must have as many entries.');
  if (PLAYBACK === 'signed' && ids.length === 0)
    throw new Error('PLAYBACK=signed needs MUX_SIGNING_KEY and MUX_PRIVATE_KEY.');
  return ids.map((id, index) => ({ id, ...pemsOf(keys[index] ?? '') }));
}

type Pems = Omit<PlaybackKey, 'id'>;

/** Reading a key takes longer than a use of it. */
const readPems = new LRUCache<string, Pems>({ max: 8 });

function pemsOf(text: string): Pems {
  const read = readPems.get(text) ?? readPem(text);
  readPems.set(text, read);
  return read;
}

function readPem(text: string): Pems {
  try {
    const key = createPrivateKey(text.startsWith('-----') ? text : Buffer.from(text, 'base64'));
    if (key.asymmetricKeyType !== 'rsa') throw new Error('it is no RSA key');
    const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { privateKey, publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString() };
  } catch (cause) {
    throw new Error('MUX_PRIVATE_KEY must be an RSA key in PEM, or base64 of it.', { cause });
  }
}
