import { createHash } from 'node:crypto';

/** The hash of an e-mail address, used as a key: it identifies the address without revealing it. */
export function accountKeyOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
