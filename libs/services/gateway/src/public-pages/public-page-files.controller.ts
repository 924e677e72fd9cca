import { Controller, Get, Req, Res } from '@nestjs/common';
import { AppError } from '@vault/base';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowOtherSites } from '../http/other-sites.ts';
import { PublicPageFilesService } from './public-page-files.service.ts';

/** The files of public pages, and the script that other sites include. */
@Controller()
export class PublicPageFilesController {
  constructor(private readonly files: PublicPageFilesService) {}

  @Get('site/:hash/:name')
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const file = (await this.files.read()).find(request.url.split('?')[0] ?? '');
    if (!file) throw AppError.notFound('The file');
    return file.send(request, allowOtherSites(reply), 'public, max-age=31536000, immutable');
  }

  /** Its address never changes, so it is cached for a short time. */
  @Get('embed.js')
  async embed(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const files = await this.files.read();
    const file = files.find(files.pathOf('embed.js'));
    if (!file) throw AppError.notFound('The file');
    return file.send(request, allowOtherSites(reply), 'public, max-age=300');
  }
}
