import { Injectable } from '@nestjs/common';
import { portalRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';
import { RpcController } from '@vault/rpc';

/** A fake portal service: moments and portals in memory, without limits. */
export class FakePortal {
  /** By id. */
  readonly moments = new Map<string, portalRpc.Moment>();
  readonly portals = new Map<string, portalRpc.Portal>();
  /** Portals of everybody's plan. */
  limit = 10;
  /** The logo of every portal that has one. */
  logo: Buffer = Buffer.alloc(0);

  addPortal(id: string, ownerId: string): void {
    this.portals.set(id, { ...newPortal, id, ownerId, name: 'Talks', slug: `talks-${id}`, plays: {} });
  }

  definition(): ServiceDefinition {
    const { moments, portals } = this;
    const portalOf = ({ ownerId, portalId }: { ownerId: string; portalId: string }) => {
      const portal = portals.get(portalId);
      if (portal?.ownerId !== ownerId) throw AppError.notFound('The portal');
      return portal;
    };
    const changePortal = (data: { ownerId: string; portalId: string }, change: Partial<portalRpc.Portal>) => {
      const portal = portalOf(data);
      portals.set(portal.id, { ...portal, ...change, version: portal.version + 1 });
      return Promise.resolve();
    };
    const setLogo = (logo: Buffer) => (this.logo = logo);
    const getLogo = () => this.logo;
    const getLimit = () => this.limit;
    const found = (moment: portalRpc.Moment | undefined) => {
      if (!moment) throw AppError.notFound('The moment');
      return moment;
    };
    const own = ({ ownerId, videoId }: { ownerId: string; videoId?: string | undefined }) =>
      [...moments.values()].filter(
        (each) => each.ownerId === ownerId && each.videoId === (videoId ?? each.videoId),
      );
    @RpcController(portalRpc.PortalServiceService)
    class PortalGrpc {
      openMoment({ id }: portalRpc.OpenMomentRequest) {
        return found(moments.get(id));
      }
      countPlay({ id }: portalRpc.OpenMomentRequest) {
        found(moments.get(id)).plays += 1;
        return {};
      }
      getMoment({ ownerId, id }: portalRpc.GetMomentRequest) {
        return found(own({ ownerId }).find((moment) => moment.id === id));
      }
      findMoment({ start, kind, ...owned }: portalRpc.FindMomentRequest) {
        return found(own(owned).find((moment) => moment.start === start && moment.kind === kind));
      }
      listMoments(request: portalRpc.ListMomentsRequest): portalRpc.MomentPage {
        return { moments: own(request), next: '' };
      }
      openPortal({ id, slug, linkId }: portalRpc.OpenPortalRequest): portalRpc.Portal {
        const portal = [...portals.values()].find((each) =>
          id === '' ? each.slug === slug : each.id === id,
        );
        const hasLink = portal?.audience !== 'links' || portal.links.some((link) => link.id === linkId);
        if (!portal?.isPublished || !hasLink) throw AppError.notFound('The portal');
        return { ...portal, links: [] };
      }
      getPortalLogo(): portalRpc.PortalLogo {
        return { image: getLogo() };
      }
      countPortalPlay({ id, videoId }: portalRpc.CountPortalPlayRequest) {
        const { plays } = portals.get(id)!;
        plays[videoId] = (plays[videoId] ?? 0) + 1;
        return {};
      }
      listPortals({ ownerId }: portalRpc.ListPortalsRequest): portalRpc.PortalList {
        return {
          portals: [...portals.values()].filter((each) => each.ownerId === ownerId),
          limit: getLimit(),
        };
      }
      getPortal({ ownerId, id }: portalRpc.GetPortalRequest): portalRpc.Portal {
        return portalOf({ ownerId, portalId: id });
      }
      listPublicPortals(): portalRpc.PublicPortals {
        return { slugs: [...portals.values()].map(({ slug }) => slug), next: '' };
      }
    }
    @Injectable()
    class PortalCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'portal.share-moment.v1': (data) => {
          const id = `moment-${String(moments.size + 1)}`.padEnd(22, '0');
          const settings = { isListed: false, plays: 0, createdAt: 1_795_000_000 };
          return Promise.resolve(void moments.set(id, { id, ...data, ...settings }));
        },
        'portal.edit-moment.v1': ({ momentId, ownerId, endsAt, isListed }) => {
          const moment = found(own({ ownerId }).find(({ id }) => id === momentId));
          if (endsAt !== undefined) moment.endsAt = endsAt ?? undefined;
          moment.isListed = isListed ?? moment.isListed;
          return Promise.resolve();
        },
        'portal.revoke-moment.v1': ({ momentId, ownerId }) => {
          if (moments.get(momentId)?.ownerId === ownerId) moments.delete(momentId);
          return Promise.resolve();
        },
        'portal.create-portal.v1': ({ portalId, ...portal }) =>
          Promise.resolve(void portals.set(portalId, { ...newPortal, id: portalId, ...portal, plays: {} })),
        'portal.edit-portal.v1': (data) => {
          const { videoIds, accent, endsAt, ...settings } = data.settings;
          return changePortal(data, {
            ...settings,
            ...(videoIds === undefined ? {} : { videoIds: videoIds ?? [], hasAllVideos: videoIds === null }),
            ...(accent === undefined ? {} : { accent: accent ?? undefined }),
            ...(endsAt === undefined ? {} : { endsAt: endsAt ?? undefined }),
          });
        },
        'portal.set-logo.v1': ({ logo, ...portal }) => {
          setLogo(Buffer.from(logo ?? '', 'base64'));
          return changePortal(portal, { logoHash: logo === null ? undefined : 'hash' });
        },
        'portal.publish-portal.v1': ({ isPublished, ...portal }) => changePortal(portal, { isPublished }),
        'portal.delete-portal.v1': ({ portalId, ownerId }) => {
          if (portals.get(portalId)?.ownerId === ownerId) portals.delete(portalId);
          return Promise.resolve();
        },
        'portal.add-link.v1': ({ linkId: id, label, endsAt, ...portal }) =>
          changePortal(portal, { links: [...portalOf(portal).links, { id, label, endsAt, createdAt: 1 }] }),
        'portal.end-link.v1': ({ linkId, ...portal }) =>
          changePortal(portal, { links: portalOf(portal).links.filter(({ id }) => id !== linkId) }),
      };
    }
    return fakeService('portal', portalRpc.PortalServiceService, PortalGrpc, PortalCommands);
  }
}

const newPortal: Omit<portalRpc.Portal, 'id' | 'ownerId' | 'name' | 'slug' | 'plays'> = {
  ...{ intro: '', videoIds: [], hasAllVideos: false, accent: undefined, theme: 'auto' },
  ...{ shows: ['transcript', 'quotes', 'search'], audience: 'anyone', domains: [], isListed: true },
  ...{ endsAt: undefined, hidden: [], isPublished: false, logoHash: undefined, links: [] },
  ...{ version: 0, createdAt: 1_795_000_000 },
};
