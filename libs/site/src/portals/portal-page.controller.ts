import { Controller } from '@nestjs/common';
import { parseLinkTime, portalSlug, portalThemes } from '@vault/contracts';
import { parse } from '@vault/platform/http';
import { z } from 'zod';
import { caching } from '../pages/answer.ts';
import { type Asked, SiteGet } from '../pages/site-get.ts';
import { Site } from '../pages/site.ts';
import type { Visit } from './portal-address.ts';
import { PortalFilesService } from './portal-files.service.ts';
import { PortalPagesService } from './portal-pages.service.ts';

const videoId = z.string().regex(/^[\w-]{1,64}$/);
/** What is not valid is ignored: visitors may follow a link that somebody changed. */
const visitQuery = z.object({
  key: videoId.catch(''),
  embed: z.literal('1').optional().catch(undefined),
  theme: z.enum(portalThemes).optional().catch(undefined),
});
const searchQuery = z.object({
  q: z.string().trim().min(2).max(300).catch(''),
  video: videoId.catch(''),
});

const missing = {
  title: 'This page does not exist',
  sentence: 'It may have ended, or its address is incomplete.',
};

/** The public pages of portals. */
@Controller()
export class PortalPageController {
  constructor(
    readonly site: Site,
    private readonly pages: PortalPagesService,
    private readonly files: PortalFilesService,
  ) {}

  @SiteGet('p/sitemap.xml')
  sitemaps({ request }: Asked) {
    return this.files.sitemaps(this.site.baseFor(request));
  }

  @SiteGet('p/:slug', missing)
  home(asked: Asked) {
    return this.pages.home(visitOf(asked), asked.visitor);
  }

  @SiteGet('p/:slug/sitemap.xml', missing)
  sitemap(asked: Asked) {
    return this.files.sitemap(visitOf(asked), asked.visitor);
  }

  @SiteGet('p/:slug/search', missing)
  search(asked: Asked) {
    const { q: keyword, video } = parse(searchQuery, asked.query);
    return this.pages.search(visitOf(asked), { keyword, videoId: video }, asked.visitor, asked.gone);
  }

  /** The picture that other sites show beside the link. */
  @SiteGet('p/:slug/card.png')
  card(asked: Asked) {
    return this.files.cardPicture(visitOf(asked), '', asked.visitor);
  }

  @SiteGet('p/:slug/:video', missing)
  video(asked: Asked) {
    const location = withPlainTime(new URL(asked.request.url, 'http://localhost'));
    if (location !== undefined) return { location, caching: caching.page, isForOtherSites: false };
    return this.pages.video(visitOf(asked), asked.params.video, asked.visitor);
  }

  @SiteGet('p/:slug/:video/captions.vtt', missing)
  captions(asked: Asked) {
    return this.pages.captions(visitOf(asked), asked.params.video, asked.visitor);
  }

  @SiteGet('p/:slug/:video/card.png')
  videoCard(asked: Asked) {
    return this.files.cardPicture(visitOf(asked), asked.params.video, asked.visitor);
  }

  @SiteGet('p/:slug/:video/picture.jpg')
  picture(asked: Asked) {
    return this.files.picture(visitOf(asked), asked.params.video, asked.visitor);
  }

  @SiteGet('site/logos/:id/:name')
  logo({ params }: Asked) {
    return this.files.logo(params.id);
  }
}

function visitOf({ params, query }: Asked): Visit {
  const { key, embed, theme } = parse(visitQuery, query);
  // An invalid address is one of no portal.
  const slug = portalSlug.safeParse(params.slug).data ?? '-';
  return { slug, linkId: key, isEmbedded: embed === '1', theme };
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
