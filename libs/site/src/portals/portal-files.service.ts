import { Injectable } from '@nestjs/common';
import type { portalRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { MemoryFile } from '@vault/platform/http';
import { InjectClient, type ClientOf } from '@vault/rpc/clients';
import { CardPictures } from '../cards/card-pictures.ts';
import { html, type Html } from '../html/html.ts';
import { alone, caching, type FileAnswer, fileAnswer, type SiteAnswer, textAnswer } from '../pages/answer.ts';
import type { Card } from '../pages/card.ts';
import { Site } from '../pages/site.ts';
import { OpenPortals, wordless } from './open-portals.ts';
import type { Visit } from './portal-address.ts';
import { homeCard } from './portal-home.ts';
import { showingOf } from './portal-layout.ts';
import { videoCard } from './portal-video.ts';
import { viewVideo } from './portal-view.ts';

/** The format of sitemaps allows no more. */
const maxSitemaps = 50_000;
const pictureCaching = 'private, max-age=60';
const xml = 'application/xml';

/** What others than the pages of its domains learn of a portal. */
const cardElsewhere: Card = {
  ...{ type: 'website', siteName: 'Webinar Vault', title: 'Recorded webinars', description: '' },
  ...{ source: 'Webinar Vault', detail: '', isQuote: false, chapters: [], duration: 0 },
};

/** What search engines, and sites with links, load of portals. */
@Injectable()
export class PortalFilesService {
  constructor(
    private readonly site: Site,
    private readonly portals: OpenPortals,
    private readonly pictures: CardPictures,
    @InjectClient('portal') private readonly client: ClientOf<'portal'>,
  ) {}

  /** Names the sitemaps of the portals that search engines may list. @param base the public address */
  sitemaps(base: string): Promise<FileAnswer> {
    return this.site.keep(['sitemaps', base], async () => {
      const slugs: string[] = [];
      for (let after: string | undefined = ''; after !== undefined && slugs.length < maxSitemaps;) {
        const page: portalRpc.PublicPortals = await this.client.listPublicPortals({ after });
        slugs.push(...page.slugs);
        after = page.next || undefined;
      }
      const items = slugs.map((slug) => html`<sitemap><loc>${base}/p/${slug}/sitemap.xml</loc></sitemap>`);
      return textAnswer(sitemap('sitemapindex', items), xml, alone, this.site.cachingFor(60));
    });
  }

  /** The pages of a portal. */
  sitemap(visit: Visit, visitor: string): Promise<FileAnswer> {
    return this.portals.keep(visit, 'sitemap', visitor, async (shown) => {
      const { portal, base } = shown;
      if (portal.audience === 'domains') throw AppError.notFound('The page');
      const paths = ['', ...(await this.portals.listVideos(portal)).map(({ id }) => `/${id}`)];
      const items = paths.map((path) => html`<url><loc>${base}/p/${portal.slug}${path}</loc></url>`);
      return textAnswer(sitemap('urlset', items), xml, showingOf(shown));
    });
  }

  /** What other sites show of a page. @param videoId empty: the first page @throws {AppError} not-found, unavailable */
  card(visit: Visit, videoId: string, visitor: string): Promise<Card> {
    return this.portals.keep(visit, `card ${videoId}`, visitor, async ({ portal }) => {
      const record =
        videoId === ''
          ? (await this.portals.listVideos(portal))[0]
          : await this.portals.getVideo(portal, videoId, wordless);
      if (portal.audience === 'domains') return cardElsewhere;
      const video = record && viewVideo(record, portal, (address) => address);
      return videoId === '' || !video ? homeCard(portal, video) : videoCard(portal, video);
    });
  }

  /** The picture of the card. @throws {AppError} not-found, unavailable, too-many-requests */
  async cardPicture(visit: Visit, videoId: string, visitor: string): Promise<FileAnswer> {
    return this.pictures.answer(await this.card(visit, videoId, visitor), pictureCaching, visitor);
  }

  /** Leads to the picture of a video, for a minute. @throws {AppError} not-found, too-many-requests */
  picture(visit: Visit, videoId: string, visitor: string): Promise<SiteAnswer> {
    return this.portals.keep(visit, `picture ${videoId}`, visitor, async (shown) => {
      const record = await this.portals.getVideo(shown.portal, videoId, wordless);
      const { thumbnail: location } = this.portals.view(shown, record);
      return { location, caching: pictureCaching, isForOtherSites: true };
    });
  }

  /** A logo is not secret: also drafts show it. @throws {AppError} not-found */
  async logo(id: string): Promise<FileAnswer> {
    const { image } = await this.client.getPortalLogo({ id });
    if (image.length === 0) throw AppError.notFound('The logo');
    return fileAnswer(new MemoryFile(Buffer.from(image), 'image/webp'), caching.forever);
  }
}

/** A list of https://www.sitemaps.org. */
function sitemap(list: 'sitemapindex' | 'urlset', items: readonly Html[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${html`${items}`.text}</${list}>\n`;
}
