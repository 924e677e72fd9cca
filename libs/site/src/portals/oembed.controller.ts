import { Controller, Get, Query, Req } from '@nestjs/common';
import { momentId, parseLinkTime, portalSlug, portalThemes } from '@vault/contracts';
import { AppError } from '@vault/base';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parse, visitorOf } from '@vault/platform/http';
import { html } from '../html/html.ts';
import type { Card } from '../pages/card.ts';
import { Site } from '../pages/site.ts';
import { MomentPagesService } from '../moments/moment-pages.service.ts';
import { PortalFilesService } from './portal-files.service.ts';

/** A number of pixels, also as `600px`; what is none is ignored. */
const size = z
  .string()
  .transform((text) => Number.parseInt(text, 10))
  .pipe(z.number().min(1).max(10_000))
  .optional()
  .catch(undefined);
const oembedQuery = z.object({
  url: z
    .string()
    .trim()
    .max(2_000)
    .transform((text) => (/^https?:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`))
    .pipe(z.url()),
  maxwidth: size,
  maxheight: size,
  format: z.string().max(20).default('json'),
});
/** What a link says of a player. */
const linkQuery = z.object({
  chapter: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional()
    .catch(undefined),
  theme: z.enum(portalThemes).optional().catch(undefined),
});

/** Wide enough for a video with its chapters. */
const width = 960;
const height = 720;

interface Described {
  readonly card: Card;
  /** Of the page, from the root. */
  readonly path: string;
  /** Of its provider, from the root. */
  readonly home: string;
}

/** How to embed a page of a portal or a moment, as https://oembed.com defines it. */
@Controller('oembed')
export class OembedController {
  constructor(
    private readonly site: Site,
    private readonly portals: PortalFilesService,
    private readonly moments: MomentPagesService,
  ) {}

  @Get()
  async describe(@Query() query: unknown, @Req() request: FastifyRequest) {
    const { url, maxwidth = width, maxheight = height, format } = parse(oembedQuery, query);
    if (format !== 'json') throw new AppError('invalid-input', 'Only the format json is supported.');
    const base = this.site.baseFor(request);
    const link = new URL(url);
    // People copy links from before a site had https.
    if (link.host !== new URL(base).host) throw AppError.notFound('The page');
    const { card, path, home } = await this.find(link.pathname, visitorOf(request));
    const { title, siteName } = card;
    const shown = { width: Math.min(width, maxwidth), height: Math.min(height, maxheight) };
    const frame = html`<iframe
      src="${base}${path}?${playerQuery(link)}"
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
      provider_name: siteName,
      provider_url: `${base}${home}`,
      ...shown,
      html: frame.text.replaceAll(/\s+/g, ' '),
      thumbnail_url: `${base}${path}/card.png`,
      thumbnail_width: 1_200,
      thumbnail_height: 630,
    };
  }

  /** @throws {AppError} not-found, too-many-requests */
  private async find(path: string, visitor: string): Promise<Described> {
    const [, moment] = /^\/m\/([^/]+)\/?$/.exec(path) ?? [];
    const id = momentId.safeParse(moment).data;
    if (id !== undefined) return { card: await this.moments.card(id, visitor), path: `/m/${id}`, home: '/' };
    const [, slug = '', video] = /^\/p\/([^/]+)(?:\/([\w-]{1,64}))?\/?$/.exec(path) ?? [];
    if (!portalSlug.safeParse(slug).success) throw AppError.notFound('The page');
    const visit = { slug, linkId: '', isEmbedded: true, theme: undefined };
    const card = await this.portals.card(visit, video ?? '', visitor);
    const home = `/p/${slug}`;
    return { card, home, path: video === undefined ? home : `${home}/${video}` };
  }
}

/** What the link says of the player: its chapter, its time, also after `#`, and its theme. */
function playerQuery({ searchParams, hash }: URL): string {
  const { chapter, theme } = parse(linkQuery, Object.fromEntries(searchParams));
  const typed = searchParams.get('t') ?? searchParams.get('start') ?? /^#(?:.*&)?t=([^&]*)/.exec(hash)?.[1];
  const time = parseLinkTime(typed ?? '');
  const query = new URLSearchParams({ embed: '1' });
  for (const [name, value] of Object.entries({ chapter, t: time, theme }))
    if (value !== undefined && value !== null) query.set(name, String(value));
  return query.toString();
}
