import { createHash } from 'node:crypto';

/** A hash under which rows of an account are kept: an e-mail can be recognised by it, not read. */
export function accountKeyOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
