import { randomInt, randomUUID } from 'node:crypto';

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
/** Characters are replaced within their class, so that hexadecimal digits stay hexadecimal. */
const classes = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** An unknown id in the form of another id, so that validation of the form accepts both. */
export function randomLike(id: string): string {
  if (id.includes('@')) return `${randomUUID()}@example.com`;
  if (id.replaceAll(uuid, '') !== id) return id.replaceAll(uuid, () => randomUUID());
  return id.replaceAll(/[0-9a-zA-Z]/g, (character) => {
    const own = classes.find((each) => each.includes(character))!;
    return own[randomInt(own.length)]!;
  });
}
