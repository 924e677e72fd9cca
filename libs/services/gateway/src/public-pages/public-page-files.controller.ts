import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { AppError, CONFIG } from '@vault/base';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { publicBase, type GatewayConfig } from '../config/gateway.config.ts';
import { originOf } from '../http/origin-of.ts';
import { allowOtherSites } from '../http/other-sites.ts';
import { PublicPageFilesService } from './public-page-files.service.ts';

/** The files of public pages, and the script that other sites include. */
@Controller()
export class PublicPageFilesController {
  constructor(
    private readonly files: PublicPageFilesService,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Get('site/:hash/:name')
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const file = (await this.files.read()).find(request.url.split('?')[0] ?? '');
    if (!file) throw AppError.notFound('The file');
    return file.send(request, allowOtherSites(reply), 'public, max-age=31536000, immutable');
  }

  /** Its address never changes, so it is cached for a short time. */
  @Get('embed.js')
  async embed(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const base = publicBase(this.config);
    const file = await this.files.embedScript(new URL(base || originOf(request)).origin);
    // The client chooses its host, so only it may keep an answer that names it.
    return file.send(request, allowOtherSites(reply), `${base === '' ? 'private' : 'public'}, max-age=300`);
  }
}
