import { Controller, Get, Query, Req } from '@nestjs/common';
import { portalSlug } from '@vault/contracts';
import { AppError } from '@vault/base';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { html } from '../http/html.ts';
import { originOf } from '../http/origin-of.ts';
import { parse } from '../http/parse.ts';
import { visitorOf } from '../http/visitor.ts';
import { PortalPagesService } from './portal-pages.service.ts';

const size = z.coerce.number().int().min(1).max(10_000).optional();
const oembedQuery = z.object({
  url: z.url().max(2_000),
  maxwidth: size,
  maxheight: size,
  format: z.string().max(20).default('json'),
});

/** Wide enough for a video with its chapters. */
const width = 960;
const height = 720;

/** How to embed a page of a portal, as https://oembed.com defines it. */
@Controller('oembed')
export class OembedController {
  constructor(private readonly pages: PortalPagesService) {}

  @Get()
  async describe(@Query() query: unknown, @Req() request: FastifyRequest) {
    const { url, maxwidth = width, maxheight = height, format } = parse(oembedQuery, query);
    if (format !== 'json') throw new AppError('invalid-input', 'Only the format json is supported.');
    const base = this.pages.base || originOf(request);
    const { origin, pathname } = new URL(url);
    const [, slug = '', video] = /^\/p\/([^/]+)(?:\/([\w-]{1,64}))?\/?$/.exec(pathname) ?? [];
    if (origin !== new URL(base).origin || !portalSlug.safeParse(slug).success)
      throw AppError.notFound('The page');
    const visit = { slug, linkId: '', isEmbedded: true, theme: undefined };
    const { title, name } = await this.pages.titlesOf(visit, video, visitorOf(request));
    const shown = { width: Math.min(width, maxwidth), height: Math.min(height, maxheight) };
    const frame = html`<iframe
      src="${base}/p/${slug}${video === undefined ? '' : `/${video}`}?embed=1"
      title="${title}"
      width="${shown.width}"
      height="${shown.height}"
      style="border:0"
      allow="fullscreen; picture-in-picture"
      loading="lazy"
    ></iframe>`;
    return {
      version: '1.0',
      type: 'rich',
      title,
      provider_name: name,
      provider_url: `${base}/p/${slug}`,
      ...shown,
      html: frame.text.replaceAll(/\s+/g, ' '),
      thumbnail_url: `${base}/p/${slug}${video === undefined ? '' : `/${video}`}/card.png`,
      thumbnail_width: 1_200,
      thumbnail_height: 630,
    };
  }
}
