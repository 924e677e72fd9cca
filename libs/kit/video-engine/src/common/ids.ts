import { randomBytes } from 'node:crypto';

/** The format of ids of {@link newId}; routes answer anything else with 404 without reading the catalogue. */
export const idPattern = /^[0-9a-f]{40}$/;

/** Returns a new unguessable id: 160 random bits as 40 hex digits. Safe as a file name and in a url. */
export function newId(): string {
  return randomBytes(20).toString('hex');
}
