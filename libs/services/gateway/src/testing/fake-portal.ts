import { Injectable } from '@nestjs/common';
import { portalRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';
import { RpcController } from '@vault/rpc';

/** A fake portal service: moments in memory, without limits. */
export class FakePortal {
  /** By id. */
  readonly moments = new Map<string, portalRpc.Moment>();

  definition(): ServiceDefinition {
    const { moments } = this;
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
      };
    }
    return fakeService('portal', portalRpc.PortalServiceService, PortalGrpc, PortalCommands);
  }
}
