import { randomBytes } from 'node:crypto';

/** What an id made here looks like; anything else in a url is answered 404 before the catalogue is asked. */
export const ID_PATTERN = /^[0-9a-f]{40}$/;

/** A new unguessable id: 160 random bits as 40 hex digits. Safe as a file name and in a url. */
export function newId(): string {
  return randomBytes(20).toString('hex');
}
