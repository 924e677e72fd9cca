import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { portalId } from '@vault/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowOtherSites } from '../http/other-sites.ts';
import { readId } from '../http/read-id.ts';
import { PortalPagesService } from './portal-pages.service.ts';

@Controller('site/logos')
export class PortalLogoController {
  constructor(private readonly pages: PortalPagesService) {}

  @Get(':id/:name')
  async logo(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const file = await this.pages.logo(readId(portalId, id, 'The logo'));
    return file.send(request, allowOtherSites(reply), 'public, max-age=31536000, immutable');
  }
}
