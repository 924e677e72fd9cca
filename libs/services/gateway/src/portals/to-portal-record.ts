import type { MessageData, PortalPart, PortalRecord, PortalSettings } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { logoPath } from '@vault/site';

type StoredSettings = MessageData<'portal.edit-portal.v1'>['settings'];

/** @param base the public address of the product, or empty */
export function toPortalRecord(portal: portalRpc.Portal, base: string): PortalRecord {
  const { id, name, slug, intro, shows, domains, version, plays, isPublished } = portal;
  const link = `${base}/p/${slug}`;
  return {
    ...{ id, link, name, slug, intro, domains, version, plays },
    video_ids: portal.hasAllVideos ? null : portal.videoIds,
    accent: portal.accent ?? null,
    theme: portal.theme as PortalRecord['theme'],
    shows: shows as PortalPart[],
    audience: portal.audience as PortalRecord['audience'],
    is_listed: portal.isListed,
    ends_at: portal.endsAt ?? null,
    hidden: portal.hidden.map(({ videoId, kind, start, end }) => ({
      video_id: videoId,
      kind: kind as 'chapter' | 'quote',
      start,
      end,
    })),
    is_published: isPublished,
    logo: logoPath(portal) ?? null,
    links: portal.links.map(({ id: key, label, endsAt, createdAt }) => ({
      id: key,
      label,
      link: `${link}?key=${key}`,
      ends_at: endsAt,
      created_at: createdAt,
    })),
    created_at: portal.createdAt,
  };
}

/** The given settings as the portal service stores them. */
export function toStoredSettings(settings: Partial<PortalSettings>): StoredSettings {
  const { video_ids: videoIds, is_listed: isListed, ends_at: endsAt, hidden, domains, ...same } = settings;
  return {
    ...same,
    // Several texts may stand for one domain.
    ...(domains && { domains: [...new Set(domains)] }),
    ...(videoIds === undefined ? {} : { videoIds }),
    ...(isListed === undefined ? {} : { isListed }),
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(hidden && { hidden: hidden.map(({ video_id: videoId, ...span }) => ({ videoId, ...span })) }),
  };
}

/** The portal with other settings. */
export function withSettings(portal: portalRpc.Portal, settings: StoredSettings): portalRpc.Portal {
  const { videoIds, accent, endsAt, ...same } = settings;
  return {
    ...portal,
    ...same,
    ...(videoIds === undefined ? {} : { videoIds: videoIds ?? [], hasAllVideos: videoIds === null }),
    ...(accent === undefined ? {} : { accent: accent ?? undefined }),
    ...(endsAt === undefined ? {} : { endsAt: endsAt ?? undefined }),
  };
}
