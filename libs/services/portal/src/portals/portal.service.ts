import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { noPortalsInPlan, portalLimits, type MessageData, type VideoIdentity } from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { createEvent } from '@vault/messaging';
import { InjectClient, VideoOwners, type ClientOf } from '@vault/rpc';
import { isDuplicateKey, Tombstones, type Decision } from '@vault/store';
import { checkAccess } from '../domain/portal-access.ts';
import { PortalRepository, publicPageSize } from './portal.repository.ts';
import type { PortalDocument } from './portal.schema.ts';

type AccessChange = MessageData<'portal.access-changed.v1'>['change'];
type OwnedPortal = Pick<MessageData<'portal.delete-portal.v1'>, 'ownerId' | 'portalId'>;

/** What a portal is like until its owner changes it. */
const initialSettings = {
  intro: '',
  videoIds: [],
  theme: 'auto',
  shows: ['transcript', 'quotes', 'search'],
  audience: 'anyone',
  domains: [],
  isListed: true,
  hidden: [],
} as const;

/** Public pages of the videos of an owner. */
@Injectable()
export class PortalService {
  constructor(
    private readonly portals: PortalRepository,
    private readonly tombstones: Tombstones,
    private readonly owners: VideoOwners,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} limit-reached, conflict when the address is taken */
  async create(
    { ownerId, portalId, name, slug }: MessageData<'portal.create-portal.v1'>,
    messageId: string,
  ): Promise<void> {
    const limit = await this.limitOf(ownerId);
    if (limit === 0) throw planHasNone();
    await this.portals.removeDeleted(ownerId);
    const portal = {
      ...initialSettings,
      shows: [...initialSettings.shows],
      videoIds: [],
      domains: [],
      hidden: [],
      _id: portalId,
      ownerId,
      name,
      slug,
      createdAt: this.clock.now(),
      isPublished: false,
      isDeleted: false,
      links: [],
      plays: {},
    };
    if (!(await this.portals.insert(portal))) {
      if (!(await this.portals.get(ownerId, portalId))) throw addressTaken();
      return this.portals.log(ownerId, portalId, messageId);
    }
    const undo = () => this.portals.remove(ownerId, portalId);
    if (await this.tombstones.undoIfDeleted({ ownerId }, undo)) throw AppError.notFound('The account');
    // Checked after the insertion, so that simultaneous requests count each other.
    if ((await this.portals.count(ownerId)) <= limit) return this.portals.log(ownerId, portalId, messageId);
    await undo();
    const msg = `Your plan allows ${String(limit)} portals. Please delete one that is no longer used.`;
    throw new AppError('limit-reached', msg);
  }

  /** @throws {AppError} not-found, conflict when it has changed since or its address is taken */
  async edit(data: MessageData<'portal.edit-portal.v1'>, messageId: string): Promise<void> {
    const { endsAt, accent, ...settings } = data.settings;
    const decision: Decision<PortalDocument> = {
      set: {
        ...settings,
        accent: accent ?? undefined,
        endsAt: typeof endsAt === 'number' ? new Date(endsAt * 1_000) : undefined,
      },
      unset: [
        ...(accent === null ? (['accent'] as const) : []),
        ...(endsAt === null ? (['endsAt'] as const) : []),
      ],
    };
    const decide = ({ version }: PortalDocument) => {
      if (version !== data.version)
        throw new AppError('conflict', 'This portal was changed elsewhere. Please load it again.');
      return decision;
    };
    try {
      await this.change(data, draftOnly(data, decide), messageId);
    } catch (error) {
      if (isDuplicateKey(error)) throw addressTaken({ cause: error });
      throw error;
    }
  }

  /** @throws {AppError} not-found, limit-reached when the plan has no portals any more */
  async setLogo(data: MessageData<'portal.set-logo.v1'>, messageId: string): Promise<void> {
    const { logo } = data;
    if (logo !== null && (await this.limitOf(data.ownerId)) === 0) throw planHasNone();
    const decision: Decision<PortalDocument> =
      logo === null ? { unset: ['logo', 'logoHash'] } : { set: { logo, logoHash: hashOf(logo) } };
    await this.change(
      data,
      draftOnly(data, () => decision),
      messageId,
    );
  }

  /** @throws {AppError} not-found, limit-reached when the plan has no portals any more */
  async publish(data: MessageData<'portal.publish-portal.v1'>, messageId: string): Promise<void> {
    const { isPublished } = data;
    if (isPublished && (await this.limitOf(data.ownerId)) === 0) throw planHasNone();
    const decide = (portal: PortalDocument) =>
      portal.isPublished === isPublished
        ? undefined
        : {
            set: { isPublished },
            ...accessChanged(portal, isPublished ? 'publish-portal' : 'unpublish-portal'),
          };
    await this.change(data, decide, messageId);
  }

  async delete(data: MessageData<'portal.delete-portal.v1'>, messageId: string): Promise<void> {
    const { ownerId, portalId } = data;
    await this.portals.removeDeleted(ownerId);
    const decide = draftOnly(data, (portal) => ({
      // Its address may be used again, and nothing that a person wrote remains.
      set: {
        name: 'deleted',
        intro: '',
        hidden: [],
        isDeleted: true,
        isPublished: false,
        slug: `deleted ${portalId}`,
        links: [],
      },
      unset: ['logo', 'logoHash'] as const,
      ...accessChanged(portal, 'delete-portal'),
    }));
    await this.portals.change(ownerId, portalId, decide, messageId);
  }

  /** @throws {AppError} not-found, limit-reached */
  async addLink(data: MessageData<'portal.add-link.v1'>, messageId: string): Promise<void> {
    const { linkId, label, endsAt } = data;
    const link = { id: linkId, label, endsAt: new Date(endsAt * 1_000), createdAt: this.clock.now() };
    const decide = (portal: PortalDocument) => {
      if (portal.links.some(({ id }) => id === linkId)) return undefined;
      if (portal.links.length >= portalLimits.links) throw tooManyLinks();
      return { set: { links: [...portal.links, link] }, ...accessChanged(portal, 'add-portal-link') };
    };
    await this.change(data, decide, messageId);
  }

  async endLink(data: MessageData<'portal.end-link.v1'>, messageId: string): Promise<void> {
    const decide = (portal: PortalDocument) => {
      const links = portal.links.filter(({ id }) => id !== data.linkId);
      if (links.length === portal.links.length) return undefined;
      return { set: { links }, ...accessChanged(portal, 'end-portal-link') };
    };
    await this.change(data, decide, messageId);
  }

  /**
   * A portal for visitors.
   * @param name its address or its id
   * @throws {AppError} not-found
   */
  async open(name: { slug: string } | { _id: string }, linkId: string): Promise<PortalDocument> {
    const portal = await this.portals.open(name);
    if (!portal) throw AppError.notFound('The portal');
    checkAccess(portal, linkId, this.clock.now());
    if ((await this.limitOf(portal.ownerId)) === 0) throw AppError.notFound('The portal');
    return portal;
  }

  /** @returns WebP; empty without a logo */
  async logo(id: string): Promise<Buffer> {
    return Buffer.from((await this.portals.logo(id)) ?? '', 'base64');
  }

  /** @throws {AppError} not-found, also when it is somebody else's */
  async get(ownerId: string, id: string): Promise<PortalDocument> {
    const portal = await this.portals.get(ownerId, id);
    if (!portal) throw AppError.notFound('The portal');
    return portal;
  }

  async list(ownerId: string): Promise<{ portals: PortalDocument[]; limit: number }> {
    const [portals, limit] = await Promise.all([this.portals.list(ownerId), this.limitOf(ownerId)]);
    return { portals, limit };
  }

  /** @param after the address of the last portal before the page; empty for the first page */
  async listPublic(after: string): Promise<{ slugs: string[]; next: string }> {
    const portals = await this.portals.listPublic(after);
    const now = this.clock.now();
    const slugs = portals.filter(({ endsAt }) => !endsAt || endsAt > now).map(({ slug }) => slug);
    return { slugs, next: portals.length < publicPageSize ? '' : (portals.at(-1)?.slug ?? '') };
  }

  /** Ids come from tickets, which name a video that the portal shows. */
  countPlay(id: string, videoId: string): Promise<void> {
    return this.portals.countPlay(id, videoId);
  }

  /** Removes a video from the portals of an owner who has it no longer. */
  async leaveOut(video: VideoIdentity): Promise<void> {
    if (await this.owners.hasLeft(video)) await this.deleteVideo(video);
  }

  /** Removes a deleted video from the portals of its owner. */
  async deleteVideo({ ownerId, videoId }: VideoIdentity): Promise<void> {
    const isOther = (id: string) => id !== videoId;
    for (const { _id } of await this.portals.list(ownerId))
      await this.portals.change(ownerId, _id, ({ videoIds, hidden, plays }) => {
        const isNamed = videoIds?.includes(videoId) ?? false;
        if (!isNamed && !(videoId in plays) && hidden.every((span) => isOther(span.videoId)))
          return undefined;
        return {
          set: {
            videoIds: videoIds?.filter(isOther) ?? null,
            hidden: hidden.filter((span) => isOther(span.videoId)),
            plays: Object.fromEntries(Object.entries(plays).filter(([id]) => isOther(id))),
          },
        };
      });
  }

  private async change(
    { ownerId, portalId }: OwnedPortal,
    decide: (portal: PortalDocument) => Decision<PortalDocument> | undefined,
    messageId: string,
  ): Promise<void> {
    if (!(await this.portals.change(ownerId, portalId, decide, messageId)))
      throw AppError.notFound('The portal');
  }

  private async limitOf(ownerId: string): Promise<number> {
    return (await this.auth.getEntitlement({ ownerId })).portalLimit;
  }
}

function accessChanged(
  { _id: portalId, ownerId, slug }: PortalDocument,
  change: AccessChange,
): Pick<Decision<PortalDocument>, 'events'> {
  const data = { portalId, ownerId, change, slug };
  return { events: [createEvent('portal.access-changed.v1', portalId, data)] };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

function planHasNone(): AppError {
  return new AppError('limit-reached', noPortalsInPlan);
}

function tooManyLinks(): AppError {
  const msg = `This portal has ${String(portalLimits.links)} private links. Please end one that is no longer used.`;
  return new AppError('limit-reached', msg);
}

function addressTaken(options?: ErrorOptions): AppError {
  return new AppError('conflict', 'This address is taken. Please choose another.', {
    ...options,
    field: 'slug',
  });
}

type Decide = (portal: PortalDocument) => Decision<PortalDocument> | undefined;

/** Who may not publish changes drafts only. @throws {AppError} forbidden, from the decision */
function draftOnly({ isDraftOnly }: { readonly isDraftOnly?: boolean | undefined }, decide: Decide): Decide {
  return (portal) => {
    if (isDraftOnly && portal.isPublished)
      throw new AppError('forbidden', 'Only admins of the team change a portal that is published.');
    return decide(portal);
  };
}
