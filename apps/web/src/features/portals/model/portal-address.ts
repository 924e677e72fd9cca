import type { PortalRecord } from '@vault/contracts';

const maxLength = 60;

/** The address for other people: the server sends a relative one when it knows no public address. */
export function absoluteUrl(link: string): URL {
  return new URL(link, location.origin);
}

/** An address made of a name: `Acme talks 2026` is `acme-talks-2026`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '');
}

/** @param now epoch seconds */
export function stateOf(
  { is_published, ends_at }: PortalRecord,
  now: number,
): 'draft' | 'published' | 'ended' {
  if (!is_published) return 'draft';
  return ends_at !== null && ends_at <= now ? 'ended' : 'published';
}
