import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

const algorithm = 'aes-256-ctr';
const markBytes = 16;

/**
 * Encrypts a text so that equal texts stay equal, and only equal ones (RFC 5297 does the same): the mark of the text begins
 * the encryption, and is checked after it.
 * @returns base64url
 */
export function sealed(text: string, key: Buffer): string {
  const mark = markOf(text, key);
  const cipher = createCipheriv(algorithm, keyOf(key, 'encrypt'), mark);
  return Buffer.concat([mark, cipher.update(text, 'utf8'), cipher.final()]).toString('base64url');
}

/** @returns undefined when it was not sealed with this key */
export function unsealed(seal: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(seal, 'base64url');
  if (bytes.length < markBytes) return undefined;
  const mark = bytes.subarray(0, markBytes);
  const decipher = createDecipheriv(algorithm, keyOf(key, 'encrypt'), mark);
  const text = Buffer.concat([decipher.update(bytes.subarray(markBytes)), decipher.final()]).toString('utf8');
  return markOf(text, key).equals(mark) ? text : undefined;
}

function markOf(text: string, key: Buffer): Buffer {
  return createHmac('sha256', keyOf(key, 'mark')).update(text).digest().subarray(0, markBytes);
}

function keyOf(key: Buffer, use: string): Buffer {
  return createHmac('sha256', key).update(use).digest();
}
