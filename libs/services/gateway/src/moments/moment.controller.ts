import { Body, Controller, Delete, Get, Inject, Param, Patch, Query, UseGuards } from '@nestjs/common';
import { momentBody, momentEdit, momentId, momentsQuery } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { COMMAND_BUS, CONFIG } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { publicBase, type GatewayConfig } from '../gateway.config.ts';
import { parse } from '../http/parse.ts';
import { PostRoute } from '../http/post-route.ts';
import { readId } from '../http/read-id.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { PublicVideoIds } from '../videos/public-video-ids.ts';
import { toMomentRecord } from './to-moment-record.ts';

/** The links of a person to moments of their videos. */
@Controller('api/moments')
@UseGuards(UserGuard)
export class MomentController {
  constructor(
    @InjectClient('portal') private readonly portal: ClientOf<'portal'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    private readonly ids: PublicVideoIds,
  ) {}

  @PostRoute()
  async share(@CurrentCaller() { user }: Caller, @Body() body: unknown) {
    const { passthrough, ...span } = parse(momentBody, body);
    const video = await this.ids.resolve({ ownerId: user.id, passthrough });
    await this.commands.send('portal.share-moment.v1', { ...video, ...span }, { subject: video.videoId });
    return this.answer(await this.portal.findMoment({ ...video, ...span }));
  }

  @Get()
  async list(@CurrentCaller() { user }: Caller, @Query() query: unknown) {
    const { passthrough, after } = parse(momentsQuery, query);
    const ownerId = user.id;
    const video = passthrough === undefined ? undefined : await this.ids.resolve({ ownerId, passthrough });
    const { moments, next } = await this.portal.listMoments({ ownerId, videoId: video?.videoId, after });
    const data = moments.map((moment) => toMomentRecord(moment, publicBase(this.config)));
    return { status: 'success', data, next: next || null };
  }

  @Patch(':id')
  async edit(@CurrentCaller() { user }: Caller, @Param('id') id: string, @Body() body: unknown) {
    const moment = { ownerId: user.id, momentId: readMomentId(id) };
    const { ends_at: endsAt, is_listed: isListed } = parse(momentEdit, body);
    await this.commands.send('portal.edit-moment.v1', { ...moment, endsAt, isListed }, subjectOf(moment));
    return this.answer(await this.portal.getMoment({ ownerId: user.id, id: moment.momentId }));
  }

  @Delete(':id')
  async revoke(@CurrentCaller() { user }: Caller, @Param('id') id: string) {
    const moment = { ownerId: user.id, momentId: readMomentId(id) };
    await this.commands.send('portal.revoke-moment.v1', moment, subjectOf(moment));
    return { status: 'success', data: {} };
  }

  private answer(moment: portalRpc.Moment) {
    return { status: 'success', data: toMomentRecord(moment, publicBase(this.config)) };
  }
}

/** Subjects are logged, and the id of a moment is the only secret of its link. */
function subjectOf({ ownerId }: { readonly ownerId: string }) {
  return { subject: ownerId };
}

function readMomentId(id: string): string {
  return readId(momentId, id, 'The link');
}
