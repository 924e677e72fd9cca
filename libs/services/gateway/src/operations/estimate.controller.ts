import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { estimateQuery, parseTimeCode } from '@vault/contracts';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { parse } from '../http/parse.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { PublicVideoIds } from '../videos/public-video-ids.ts';

/** The maximum cost of an operation in advance. */
@Controller('api/muxupload/estimate')
@UseGuards(UserGuard)
export class EstimateController {
  constructor(
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    private readonly ids: PublicVideoIds,
  ) {}

  @Get()
  async estimate(@CurrentCaller() { user }: Caller, @Query() query: unknown) {
    const { passthrough, kind, prompt, start } = parse(estimateQuery, query);
    const chapterStart = start === undefined ? undefined : (parseTimeCode(start) ?? undefined);
    const video = await this.ids.resolve({ ownerId: user.id, passthrough });
    const request = { ...video, kind, prompt, chapterStart };
    const { tokens, balance } = await this.chaptering.estimateOperation(request);
    return { status: 'success', data: { tokens, balance } };
  }
}
