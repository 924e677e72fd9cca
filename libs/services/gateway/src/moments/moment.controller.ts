import { Controller, Inject } from '@nestjs/common';
import { momentRoutes as routes } from '@vault/contracts/openapi';
import type { portalRpc } from '@vault/contracts/rpc';
import { COMMAND_BUS, CONFIG } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { publicBase } from '@vault/site';
import type { GatewayConfig } from '../config/gateway.config.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { PublicVideoIds } from '../videos/public-video-ids.ts';
import { VideoRoute, type VideoRequestOf } from '../videos/video-route.ts';
import { toMomentRecord } from './to-moment-record.ts';

/** The links of a person to moments of their videos. */
@Controller()
export class MomentController {
  constructor(
    @InjectClient('portal') private readonly portal: ClientOf<'portal'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    private readonly ids: PublicVideoIds,
  ) {}

  @VideoRoute(routes.shareMoment)
  async share({ video, body }: VideoRequestOf<typeof routes.shareMoment>) {
    const { passthrough: _, ...span } = body;
    await this.commands.send('portal.share-moment.v1', { ...video, ...span }, { subject: video.videoId });
    return this.answer(await this.portal.findMoment({ ...video, ...span }));
  }

  @Route(routes.listMoments)
  async list({ caller, query: { passthrough, after } }: RequestOf<typeof routes.listMoments>) {
    const ownerId = caller.workspace.id;
    const video = passthrough === undefined ? undefined : await this.ids.resolve({ ownerId, passthrough });
    const { moments, next } = await this.portal.listMoments({ ownerId, videoId: video?.videoId, after });
    const data = moments.map((moment) => toMomentRecord(moment, publicBase(this.config)));
    return { data, next: next || null };
  }

  @Route(routes.editMoment)
  async edit({ caller: { workspace }, params: { id }, body }: RequestOf<typeof routes.editMoment>) {
    const moment = { ownerId: workspace.id, momentId: id };
    const { ends_at: endsAt, is_listed: isListed } = body;
    await this.commands.send('portal.edit-moment.v1', { ...moment, endsAt, isListed }, subjectOf(moment));
    return this.answer(await this.portal.getMoment({ ownerId: workspace.id, id }));
  }

  @Route(routes.revokeMoment)
  async revoke({ caller, params }: RequestOf<typeof routes.revokeMoment>) {
    const moment = { ownerId: caller.workspace.id, momentId: params.id };
    await this.commands.send('portal.revoke-moment.v1', moment, subjectOf(moment));
  }

  private answer(moment: portalRpc.Moment) {
    return { data: toMomentRecord(moment, publicBase(this.config)) };
  }
}

/** Subjects are logged, and the id of a moment is the only secret of its link. */
function subjectOf({ ownerId }: { readonly ownerId: string }) {
  return { subject: ownerId };
}
