import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { momentId } from '@vault/contracts';
import { CONFIG } from '@vault/base';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config/gateway.config.ts';
import { allowOtherSites } from '../http/other-sites.ts';
import { readId } from '../http/read-id.ts';
import { visitorOf } from '../http/visitor.ts';
import { allowFrames, anySite } from '../public-pages/allow-frames.ts';
import { MomentPagesService } from './moment-pages.service.ts';

/** The pages of moments, for anyone who has their links. */
@Controller('m')
export class MomentPageController {
  constructor(
    private readonly pages: MomentPagesService,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL' | 'VIDEO_ENGINE_URL'>,
  ) {}

  @Get(':id')
  async page(
    @Param('id') id: string,
    @Query('embed') embed: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { file, status, isListed } = await this.pages.page(id, embed === '1');
    void reply.status(status);
    // Whoever has the link may show it.
    allowFrames([anySite], request, reply, this.config);
    if (!isListed) void reply.header('x-robots-tag', 'noindex');
    return file.send(request, reply, 'private, no-cache');
  }

  /** The picture that other sites show beside the link. */
  @Get(':id/card.png')
  async card(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const file = await this.pages.card(readId(momentId, id, 'The moment'), visitorOf(request));
    return file.send(request, allowOtherSites(reply), 'public, max-age=60');
  }
}
