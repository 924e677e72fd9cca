import { Inject, Injectable } from '@nestjs/common';
import type { TimeSpan } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { AppError, CONFIG } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { formatWebVtt } from '@vault/webvtt';
import { LRUCache } from 'lru-cache';
import { publicBase, type GatewayConfig } from '../gateway.config.ts';
import { MemoryFile } from '../http/memory-file.ts';
import { MediaLinksService, type MediaLink } from '../media/media-links.service.ts';
import { cached } from '../public-pages/cached.ts';
import { renderNotice } from '../public-pages/page-document.ts';
import { PublicPageFilesService } from '../public-pages/public-page-files.service.ts';
import { ShareCardsService } from '../public-pages/share-cards.service.ts';
import { Slots } from '../public-pages/slots.ts';
import type { Visit } from './portal-address.ts';
import { renderHome } from './portal-home.ts';
import { isListed, type PortalPage } from './portal-layout.ts';
import { renderSearch } from './portal-search.ts';
import { PortalVideosService } from './portal-videos.service.ts';
import { renderVideo } from './portal-video.ts';
import { viewVideo, type PublicVideo } from './portal-view.ts';

/** A page is made again after this time, so that it follows edits, and the end of its portal. */
const cachedForMs = 20_000;
/** A page with the words of three hours has 0.6 MB. */
const cachedPages = 100;
const cachedCards = 100;
/** Pages that are made, and searches of visitors, at the same time. */
const renderSlots = 64;
const searchSlots = 8;
/** The format of sitemaps allows no more. */
const maxSitemaps = 50_000;
const searchDeadline = { deadlineMs: 10_000 };

/** A page or a file of a portal, and who may see it where. */
export interface PortalFile {
  readonly file: MemoryFile;
  readonly status: 200 | 403 | 404 | 503;
  readonly isListed: boolean;
  readonly audience: string;
  readonly domains: readonly string[];
}

/** What a page shows: the first page, a video, or its captions. */
export type PortalTarget =
  | { readonly kind: 'home' }
  | { readonly kind: 'sitemap' }
  | { readonly kind: 'video' | 'captions'; readonly videoId: string };

/** The public pages of portals. */
@Injectable()
export class PortalPagesService {
  private readonly pages = new LRUCache<string, Promise<PortalFile>>({ max: cachedPages, ttl: cachedForMs });
  private readonly cards = new LRUCache<string, Promise<MemoryFile>>({ max: cachedCards, ttl: cachedForMs });
  private readonly sitemapFiles = new LRUCache<string, Promise<MemoryFile>>({ max: 10, ttl: cachedForMs });
  private readonly rendering = new Slots(renderSlots);
  private readonly searches = new Slots(searchSlots);

  constructor(
    @InjectClient('portal') private readonly portals: ClientOf<'portal'>,
    @InjectClient('search') private readonly searching: ClientOf<'search'>,
    private readonly videos: PortalVideosService,
    private readonly links: MediaLinksService,
    private readonly pageFiles: PublicPageFilesService,
    private readonly shareCards: ShareCardsService,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  /** The public address of the product; empty when none is configured. */
  get base(): string {
    return publicBase(this.config);
  }

  /** A page or a text of a portal; one that says why there is none, when it is not open. */
  async open(visit: Visit, target: PortalTarget): Promise<PortalFile> {
    try {
      return await cached(this.pages, JSON.stringify([visit, target]), () =>
        this.rendering.run(() => this.make(visit, target)),
      );
    } catch (error) {
      return this.explain(error);
    }
  }

  /** The sitemaps of the portals that search engines may list. @param origin used when no public address is configured */
  sitemaps(origin: string): Promise<MemoryFile> {
    const base = this.base || origin;
    return cached(this.sitemapFiles, base, async () => {
      const slugs: string[] = [];
      for (let after: string | undefined = ''; after !== undefined && slugs.length < maxSitemaps;) {
        const page: portalRpc.PublicPortals = await this.portals.listPublicPortals({ after });
        slugs.push(...page.slugs);
        after = page.next || undefined;
      }
      const items = slugs.map((slug) => `<sitemap><loc>${base}/p/${slug}/sitemap.xml</loc></sitemap>`);
      return xmlFile('sitemapindex', items);
    });
  }

  /** @param videoId only this video; empty: all of the portal */
  async search(visit: Visit, keyword: string, videoId: string): Promise<PortalFile> {
    try {
      return await this.searches.run(() => this.find(visit, keyword, videoId));
    } catch (error) {
      return this.explain(error);
    }
  }

  /** The picture that other sites show beside a link. @throws {AppError} not-found, unavailable */
  card(visit: Visit, videoId: string): Promise<MemoryFile> {
    return cached(this.cards, JSON.stringify([visit.slug, visit.linkId, videoId]), async () => {
      const portal = await this.openPortal(visit);
      const name = portal.name;
      const record =
        videoId === '' ? (await this.videos.list(portal))[0] : await this.videos.get(portal, videoId);
      const video = record && viewVideo(record, portal, (address) => address);
      const chapters: readonly TimeSpan[] = video?.chapters ?? [];
      const shown = { chapters, duration: video?.duration ?? 0, isQuote: false };
      return this.shareCards.draw(
        videoId === '' || !video
          ? { ...shown, heading: name, source: portal.intro, detail: '' }
          : { ...shown, heading: video.title, source: name, detail: `${String(chapters.length)} chapters` },
      );
    });
  }

  /** The address of the picture of a video, for a minute. @throws {AppError} not-found */
  async picture(visit: Visit, videoId: string): Promise<string> {
    const portal = await this.openPortal(visit);
    const record = await this.videos.get(portal, videoId);
    return viewVideo(record, portal, this.linkOf(portal, visit, videoId)).thumbnail;
  }

  /** A logo is not secret: also drafts show it. @throws {AppError} not-found */
  async logo(id: string): Promise<MemoryFile> {
    const { image } = await this.portals.getPortalLogo({ id });
    if (image.length === 0) throw AppError.notFound('The logo');
    return new MemoryFile(Buffer.from(image), 'image/webp');
  }

  /** @throws {AppError} not-found */
  openPortal({ slug, linkId }: Visit): Promise<portalRpc.Portal> {
    return this.portals.openPortal({ slug, id: '', linkId });
  }

  /** The names of a portal and of one of its pages. @throws {AppError} not-found */
  async titlesOf(visit: Visit, videoId: string | undefined): Promise<{ name: string; title: string }> {
    const portal = await this.openPortal(visit);
    const { name } = portal;
    return { name, title: videoId === undefined ? name : (await this.videos.get(portal, videoId)).title };
  }

  /** A page as it would be with other settings, for its owner. @param videoId the page of a video; empty: the first */
  async preview(portal: portalRpc.Portal, videoId: string, link: MediaLink): Promise<string> {
    const visit: Visit = { slug: portal.slug, linkId: '', isEmbedded: false, theme: undefined };
    const page = { ...(await this.pageOf(portal, visit)), isPreview: true };
    if (videoId !== '')
      return renderVideo(page, viewVideo(await this.videos.get(portal, videoId), portal, link), 0);
    const records = await this.videos.list(portal);
    return renderHome(
      page,
      records.map((record) => viewVideo(record, portal, link)),
    );
  }

  private async make(visit: Visit, target: PortalTarget): Promise<PortalFile> {
    const portal = await this.openPortal(visit);
    const page = await this.pageOf(portal, visit);
    if (target.kind === 'home') return toFile(page, renderHome(page, await this.viewAll(portal, visit)));
    if (target.kind === 'sitemap') return this.sitemap(page);
    const { videoId } = target;
    const record = await this.videos.get(portal, videoId);
    const video = viewVideo(record, portal, this.linkOf(portal, visit, videoId));
    return target.kind === 'captions'
      ? toFile(page, formatWebVtt(video.lines), 'vtt')
      : toFile(page, renderVideo(page, video, 0));
  }

  private async find(visit: Visit, keyword: string, videoId: string): Promise<PortalFile> {
    const portal = await this.openPortal(visit);
    if (!portal.shows.includes('search')) throw AppError.notFound('The page');
    const page = await this.pageOf(portal, visit);
    const answer =
      keyword === ''
        ? undefined
        : await this.searching.search(
            { ownerId: portal.ownerId, keyword, scope: await this.scopeOf(portal, videoId) },
            searchDeadline,
          );
    return { ...toFile(page, renderSearch(page, { keyword, videoId, answer })), isListed: false };
  }

  private async scopeOf(portal: portalRpc.Portal, videoId: string) {
    const ids = portal.hasAllVideos ? (await this.videos.list(portal)).map(({ id }) => id) : portal.videoIds;
    const searched = videoId === '' ? ids : ids.filter((id) => id === videoId);
    return {
      videos: searched.map((id) => ({
        videoId: id,
        hidden: portal.hidden
          .filter((span) => span.videoId === id)
          .map(({ start, end, kind }) => ({ start, end, kind })),
      })),
      hasTranscript: portal.shows.includes('transcript'),
      hasQuotes: portal.shows.includes('quotes'),
    };
  }

  private async viewAll(portal: portalRpc.Portal, visit: Visit): Promise<PublicVideo[]> {
    const records = await this.videos.list(portal);
    return records.map((record) => viewVideo(record, portal, this.linkOf(portal, visit, record.id)));
  }

  private linkOf({ id }: portalRpc.Portal, { linkId }: Visit, videoId: string): MediaLink {
    return this.links.forPortal(id, linkId, videoId);
  }

  private async pageOf(portal: portalRpc.Portal, visit: Visit): Promise<PortalPage> {
    const files = await this.pageFiles.read();
    return { portal, visit, base: this.base, files, isPreview: false };
  }

  private async sitemap(page: PortalPage): Promise<PortalFile> {
    const { base, portal } = page;
    const paths = ['', ...(await this.videos.list(portal)).map(({ id }) => `/${id}`)];
    const items = paths.map((path) => `<url><loc>${base}/p/${portal.slug}${path}</loc></url>`);
    return { ...toFile(page, ''), file: xmlFile('urlset', items) };
  }

  private async explain(error: unknown): Promise<PortalFile> {
    const code = error instanceof AppError ? error.code : 'internal';
    if (code === 'not-found')
      return this.notice(404, 'This page does not exist', 'It may have ended, or its address is incomplete.');
    if (code === 'unavailable')
      return this.notice(503, 'This page cannot be shown now', 'Please try again in a minute.');
    throw error;
  }

  /** A page that says why there is nothing else. */
  async notice(status: PortalFile['status'], title: string, sentence: string): Promise<PortalFile> {
    const files = await this.pageFiles.read();
    const text = renderNotice(title, sentence, files);
    const file = new MemoryFile(Buffer.from(text), types.html);
    return { file, status, isListed: false, audience: '', domains: [] };
  }
}

const types = {
  html: 'text/html; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

/** A list of https://www.sitemaps.org. */
function xmlFile(list: 'sitemapindex' | 'urlset', items: readonly string[]): MemoryFile {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</${list}>\n`;
  return new MemoryFile(Buffer.from(text), 'application/xml; charset=utf-8');
}

function toFile(page: PortalPage, text: string, type: keyof typeof types = 'html'): PortalFile {
  const { audience, domains } = page.portal;
  const file = new MemoryFile(Buffer.from(text), types[type]);
  return { file, status: 200, isListed: isListed(page), audience, domains };
}
