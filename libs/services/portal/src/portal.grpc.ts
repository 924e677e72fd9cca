import { portalRpc } from '@vault/contracts/rpc';
import { RpcController, type RpcHandlers } from '@vault/rpc';
import type { MomentDocument } from './moments/moment.schema.ts';
import { momentPageSize, MomentService } from './moments/moment.service.ts';
import { PortalService } from './portals/portal.service.ts';
import { toOwnPortalMessage, toPortalMessage } from './portals/to-portal-message.ts';

@RpcController(portalRpc.PortalServiceService)
export class PortalGrpc {
  readonly handlers: RpcHandlers<typeof portalRpc.PortalServiceService> = {
    openMoment: async ({ id }) => toMomentMessage(await this.moments.open(id)),
    countPlay: async ({ id }) => {
      await this.moments.countPlay(id);
      return {};
    },
    getMoment: async ({ ownerId, id }) => toMomentMessage(await this.moments.get(ownerId, id)),
    findMoment: async (request) => toMomentMessage(await this.moments.find(request)),
    listMoments: async ({ ownerId, videoId, after }) => {
      const moments = await this.moments.list(ownerId, videoId, after);
      const next = moments.length < momentPageSize ? '' : (moments.at(-1)?._id ?? '');
      return { moments: moments.map(toMomentMessage), next };
    },
    openPortal: async ({ slug, id, linkId }) =>
      toPortalMessage(await this.portals.open(id === '' ? { slug } : { _id: id }, linkId)),
    getPortalLogo: async ({ id }) => ({ image: await this.portals.logo(id) }),
    countPortalPlay: async ({ id, videoId }) => {
      await this.portals.countPlay(id, videoId);
      return {};
    },
    listPortals: async ({ ownerId }) => {
      const { portals, limit } = await this.portals.list(ownerId);
      return { portals: portals.map(toOwnPortalMessage), limit };
    },
    getPortal: async ({ ownerId, id }) => toOwnPortalMessage(await this.portals.get(ownerId, id)),
    listPublicPortals: ({ after }) => this.portals.listPublic(after),
  };

  constructor(
    private readonly moments: MomentService,
    private readonly portals: PortalService,
  ) {}
}

function toMomentMessage(moment: MomentDocument): portalRpc.Moment {
  const { _id: id, ownerId, videoId, kind, start, end, endsAt, isListed, plays, createdAt } = moment;
  return {
    id,
    ownerId,
    videoId,
    kind,
    start,
    end,
    endsAt: endsAt ? endsAt.getTime() / 1_000 : undefined,
    isListed,
    plays,
    createdAt: Math.floor(createdAt.getTime() / 1_000),
  };
}
