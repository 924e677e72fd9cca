import { createPrivateKey, createPublicKey, type JsonWebKeyInput, type KeyObject } from 'node:crypto';

/** One ES256 key pair with its id. */
export interface SigningKey {
  /** The `kid` of the tokens it signs. */
  readonly id: string;
  readonly privateKey: KeyObject;
  /** SPKI, PEM. */
  readonly publicPem: string;
}

/**
 * Reads a private key of the P-256 curve.
 * @param key PEM text or a JWK
 * @throws when it is anything else; the message never contains a part of the key
 */
export function createSigningKey(id: string, key: string | JsonWebKeyInput['key']): SigningKey {
  const privateKey = readPrivateKey(key);
  const { namedCurve } = privateKey.asymmetricKeyDetails ?? {};
  if (namedCurve !== 'prime256v1') throw new Error('it is not a key of the curve P-256');
  const publicPem = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }) as string;
  return { id, privateKey, publicPem };
}

function readPrivateKey(key: string | JsonWebKeyInput['key']): KeyObject {
  try {
    return typeof key === 'string' ? createPrivateKey(key) : createPrivateKey({ key, format: 'jwk' });
  } catch {
    // No cause, because it may quote the input, which is a secret.
    throw new Error('it is not a private key in PEM or JWK form');
  }
}
