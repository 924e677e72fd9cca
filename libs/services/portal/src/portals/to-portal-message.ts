import type { portalRpc } from '@vault/contracts/rpc';
import type { PortalDocument } from './portal.schema.ts';

const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1_000);

/** A portal without its private links: those are for its owner. Fields that the message does not have are not sent. */
export function toPortalMessage(portal: PortalDocument): portalRpc.Portal {
  const { _id: id, videoIds, accent, endsAt, logoHash, createdAt } = portal;
  return {
    ...portal,
    id,
    links: [],
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
