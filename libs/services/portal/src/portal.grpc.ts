import { portalRpc } from '@vault/contracts/rpc';
import { RpcController, type RpcHandlers } from '@vault/rpc';
import type { MomentDocument } from './moments/moment.schema.ts';
import { momentPageSize, MomentService } from './moments/moment.service.ts';

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
  };

  constructor(private readonly moments: MomentService) {}
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
