import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SigningKeys } from './signing-keys.ts';
import type { SigningKey } from './signing-key.ts';

const version = 'v1';
const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Seals secrets of customers, which the product has to send again, for the store. The keys are derived from those that sign
 * sessions, so that an installation has no further secret; what is sealed has to be sealed again when they change.
 */
@Injectable()
export class Seals {
  /** What was derived from a key: to export a key takes longer than to seal. */
  private readonly sealingKeys = new WeakMap<SigningKey, Buffer>();

  constructor(private readonly keys: SigningKeys) {}

  /** @param place what has the secret, such as the store and the id of the document: elsewhere it cannot be opened */
  seal(secret: string, place: string): string {
    const { newest } = this.keys;
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, this.sealingKeyOf(newest), iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([iv, sealing.update(secret, 'utf8'), sealing.final(), sealing.getAuthTag()]);
    return [version, newest.id, sealed.toString('base64url')].join(' ');
  }

  /** @returns undefined when it was sealed for another place, was changed, or its key is no longer there */
  open(sealed: string, place: string): string | undefined {
    const [given, id = '', text = ''] = sealed.split(' ');
    const key = this.keys.find(id);
    const bytes = Buffer.from(text, 'base64url');
    if (given !== version || !key || bytes.length < ivBytes + tagBytes) return undefined;
    const opening = createDecipheriv(cipher, this.sealingKeyOf(key), bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    opening.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes));
    try {
      const secret = Buffer.concat([opening.update(bytes.subarray(ivBytes, -tagBytes)), opening.final()]);
      return secret.toString('utf8');
    } catch {
      return undefined;
    }
  }

  /** Whether it was sealed with the newest key; else seal it again, before its key is removed. */
  isCurrent(sealed: string): boolean {
    return sealed.split(' ')[1] === this.keys.newest.id;
  }

  private sealingKeyOf(key: SigningKey): Buffer {
    const known = this.sealingKeys.get(key) ?? derive(key);
    this.sealingKeys.set(key, known);
    return known;
  }
}

function derive({ privateKey }: SigningKey): Buffer {
  const { d = '' } = privateKey.export({ format: 'jwk' });
  return Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'sealed secrets', 32));
}
