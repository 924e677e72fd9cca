import type { PortalTheme } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';

/** How a visitor opened a portal: links of its pages keep it. */
export interface Visit {
  readonly slug: string;
  /** A private link; empty without one. */
  readonly linkId: string;
  readonly isEmbedded: boolean;
  /** The theme that the embedding page wants. */
  readonly theme: PortalTheme | undefined;
}

/** Further parts of an address; `t` in seconds. */
type Query = Readonly<Record<string, string | number | undefined>>;

/** The root-relative address of a page of the portal. @param page the id of a video, or another page; empty for the first */
export function pathIn({ slug, linkId, isEmbedded, theme }: Visit, page = '', query: Query = {}): string {
  const entries = { ...query, key: linkId || undefined, embed: isEmbedded ? 1 : undefined, theme };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(entries))
    if (value !== undefined) params.set(name, String(value));
  return `/p/${slug}${page === '' ? '' : `/${page}`}${params.size === 0 ? '' : `?${params.toString()}`}`;
}

/** The root-relative address of a logo. It never changes: another logo has another hash. */
export function logoPath({ id, logoHash }: Pick<portalRpc.Portal, 'id' | 'logoHash'>): string | undefined {
  return logoHash === undefined ? undefined : `/site/logos/${id}/${logoHash}.webp`;
}
