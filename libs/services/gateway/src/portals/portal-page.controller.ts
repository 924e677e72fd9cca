import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { parseLinkTime, portalSlug, portalThemes } from '@vault/contracts';
import { CONFIG } from '@vault/base';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GatewayConfig } from '../config/gateway.config.ts';
import { ClientGone } from '../http/client-gone.ts';
import { originOf } from '../http/origin-of.ts';
import { allowOtherSites } from '../http/other-sites.ts';
import { parse } from '../http/parse.ts';
import { readId } from '../http/read-id.ts';
import { visitorOf } from '../http/visitor.ts';
import { allowFrames, anySite } from '../public-pages/allow-frames.ts';
import type { Visit } from './portal-address.ts';
import { isRefusedHere, sitesOf } from './embedding.ts';
import { PortalPagesService, type PortalFile, type PortalTarget } from './portal-pages.service.ts';

const retryAfterSeconds = 5;
const videoId = z.string().regex(/^[\w-]{1,64}$/);
/** What is not valid is ignored: visitors may follow a link that somebody changed. */
const visitQuery = z.object({
  key: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .catch(''),
  embed: z.literal('1').optional().catch(undefined),
  theme: z.enum(portalThemes).optional().catch(undefined),
});
const searchQuery = z.object({
  q: z.string().trim().min(2).max(300).catch(''),
  video: videoId.catch(''),
});

/** The public pages of portals. */
@Controller('p')
export class PortalPageController {
  constructor(
    private readonly pages: PortalPagesService,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL' | 'VIDEO_ENGINE_URL'>,
  ) {}

  /** Names the sitemaps of the portals that search engines may list. */
  @Get('sitemap.xml')
  async sitemaps(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { base } = this.pages;
    const file = await this.pages.sitemaps(base || originOf(request));
    // The client chooses its host, so only it may keep an answer that names it.
    return file.send(request, reply, `${base === '' ? 'private' : 'public'}, max-age=60`);
  }

  @Get(':slug')
  home(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.send({ kind: 'home' }, slug, request, reply);
  }

  @Get(':slug/sitemap.xml')
  sitemap(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.send({ kind: 'sitemap' }, slug, request, reply);
  }

  @Get(':slug/search')
  async search(
    @Param('slug') slug: string,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @ClientGone() gone: AbortSignal,
  ) {
    const { q: keyword, video } = parse(searchQuery, query);
    const visit = visitOf(slug, request);
    const words = { keyword, videoId: video };
    const page = await this.pages.search(visit, words, visitorOf(request), gone);
    return this.sendPage(page, visit, request, reply);
  }

  /** The picture that other sites show beside the link. */
  @Get(':slug/card.png')
  card(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.sendCard(slug, '', request, reply);
  }

  @Get(':slug/:video')
  video(
    @Param('slug') slug: string,
    @Param('video') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const plain = withPlainTime(new URL(request.url, 'http://localhost'));
    if (plain !== undefined) return reply.header('cache-control', 'private, no-cache').redirect(plain, 302);
    return this.send({ kind: 'video', videoId: id }, slug, request, reply);
  }

  @Get(':slug/:video/captions.vtt')
  async captions(
    @Param('slug') slug: string,
    @Param('video') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const visit = visitOf(slug, request);
    const page = await this.pages.open(visit, { kind: 'captions', videoId: id }, visitorOf(request));
    // Whoever knows the address may read the words, unless only pages of some domains may.
    if (page.audience !== 'domains') allowOtherSites(reply);
    return this.sendPage(page, visit, request, reply);
  }

  @Get(':slug/:video/card.png')
  videoCard(
    @Param('slug') slug: string,
    @Param('video') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.sendCard(slug, readId(videoId, id, 'The video'), request, reply);
  }

  @Get(':slug/:video/picture.jpg')
  async picture(
    @Param('slug') slug: string,
    @Param('video') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const address = await this.pages.picture(
      visitOf(slug, request),
      readId(videoId, id, 'The video'),
      visitorOf(request),
    );
    return allowOtherSites(reply).header('cache-control', 'private, max-age=60').redirect(address, 302);
  }

  private async sendCard(slug: string, id: string, request: FastifyRequest, reply: FastifyReply) {
    const file = await this.pages.card(visitOf(slug, request), id, visitorOf(request));
    return file.send(request, allowOtherSites(reply), 'private, max-age=60');
  }

  private async send(target: PortalTarget, slug: string, request: FastifyRequest, reply: FastifyReply) {
    const visit = visitOf(slug, request);
    const page = await this.pages.open(visit, target, visitorOf(request));
    return this.sendPage(page, visit, request, reply);
  }

  private async sendPage(opened: PortalFile, visit: Visit, request: FastifyRequest, reply: FastifyReply) {
    const page = isRefusedHere(opened, visit, request)
      ? await this.pages.notice(403, 'This page is a part of other sites', 'It opens only there.', visit)
      : opened;
    void reply.status(page.status);
    const sites = page.domains.includes(anySite) ? page.domains : sitesOf(page.domains);
    allowFrames(sites, request, reply, this.config);
    if (page.status === 429 || page.status === 503) void reply.header('retry-after', retryAfterSeconds);
    if (!page.isListed) void reply.header('x-robots-tag', 'noindex');
    return page.file.send(request, reply, 'private, no-cache');
  }
}

function visitOf(slug: string, { query }: FastifyRequest): Visit {
  const { key, embed, theme } = parse(visitQuery, query);
  // An invalid address is one of no portal.
  return { slug: portalSlug.safeParse(slug).data ?? '-', linkId: key, isEmbedded: embed === '1', theme };
}

/** The address with its time in seconds, as the script of the page reads it; undefined when it is so already, or no time. */
function withPlainTime({ pathname, searchParams }: URL): string | undefined {
  const typed = searchParams.get('t');
  const seconds = typed === null ? null : parseLinkTime(typed);
  if (seconds === null || String(seconds) === typed) return undefined;
  searchParams.set('t', String(seconds));
  // The path of another site cannot follow from this one.
  return `/${pathname.replace(/^\/+/, '')}?${searchParams.toString()}`;
}
