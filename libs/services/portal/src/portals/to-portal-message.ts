import type { portalRpc } from '@vault/contracts/rpc';
import type { PortalDocument } from './portal.schema.ts';

const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1_000);

/** A portal without its private links: those are for its owner. */
export function toPortalMessage(portal: PortalDocument): portalRpc.Portal {
  const { _id: id, ownerId, name, slug, intro, videoIds, accent, theme, shows, audience } = portal;
  const { domains, isListed, endsAt, hidden, isPublished, logoHash, plays, version, createdAt } = portal;
  return {
    ...{ id, ownerId, name, slug, intro, theme, shows, audience, domains, isListed, isPublished },
    ...{ plays, version, links: [], hidden },
    videoIds: videoIds ?? [],
    hasAllVideos: !videoIds,
    accent: accent ?? undefined,
    endsAt: endsAt ? epochSeconds(endsAt) : undefined,
    logoHash: logoHash ?? undefined,
    createdAt: epochSeconds(createdAt),
  };
}

export function toOwnPortalMessage(portal: PortalDocument): portalRpc.Portal {
  const links = portal.links.map(({ endsAt, createdAt, ...link }) => ({
    ...link,
    endsAt: epochSeconds(endsAt),
    createdAt: epochSeconds(createdAt),
  }));
  return { ...toPortalMessage(portal), links };
}
