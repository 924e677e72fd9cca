import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { momentId } from '@vault/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../http/read-id.ts';
import { visitorOf } from '../http/visitor.ts';
import { MomentPagesService } from './moment-pages.service.ts';

/** The pages of moments, for anyone who has their links. */
@Controller('m')
export class MomentPageController {
  constructor(private readonly pages: MomentPagesService) {}

  @Get(':id')
  async page(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { file, status, isListed } = await this.pages.page(id);
    void reply.status(status);
    if (!isListed) void reply.header('x-robots-tag', 'noindex');
    return file.send(request, reply, 'private, no-cache');
  }

  /** The picture that other sites show beside the link. */
  @Get(':id/card.png')
  async card(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const file = await this.pages.card(readId(momentId, id, 'The moment'), visitorOf(request));
    return file.send(request, reply, 'public, max-age=60');
  }
}
