import { AppError, type PortalAudience } from '@vault/contracts';

/** The fields of a portal that say who sees it. */
interface Reachable {
  readonly isPublished: boolean;
  readonly endsAt?: Date | null;
  readonly audience: PortalAudience;
  readonly links: readonly { readonly id: string; readonly endsAt: Date }[];
}

/**
 * Whether visitors can see a portal. Pages of its domains are checked by the gateway, which knows where a page is embedded.
 * @param linkId a private link; may be empty
 * @throws {AppError} not-found in each case, so that visitors do not learn that it exists
 */
export function checkAccess(portal: Reachable, linkId: string, now: Date): void {
  const { isPublished, endsAt, audience, links } = portal;
  const hasEnded = endsAt ? endsAt <= now : false;
  const hasLink = audience !== 'links' || links.some(({ id, endsAt: end }) => id === linkId && end > now);
  if (!isPublished || hasEnded || !hasLink) throw AppError.notFound('The portal');
}
