import { Inject, Injectable } from '@nestjs/common';
import type { VideoRecord } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { AppError, CONFIG, inTurn, inWorkerIfLarge } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { FairQueue, workerTask } from '@vault/worker-pool';
import { LRUCache } from 'lru-cache';
import { publicBase, type GatewayConfig } from '../config/gateway.config.ts';
import { html, type Html } from '../http/html.ts';
import { MemoryFile } from '../http/memory-file.ts';
import { MediaLinksService, type MediaLink } from '../media/media-links.service.ts';
import { anySite } from '../public-pages/allow-frames.ts';
import { cached } from '../public-pages/cached.ts';
import { renderNotice } from '../public-pages/page-document.ts';
import { PublicPageFilesService } from '../public-pages/public-page-files.service.ts';
import type { ShareCard } from '../public-pages/share-cards.ts';
import { ShareCardsService } from '../public-pages/share-cards.service.ts';
import type { Visit } from './portal-address.ts';
import { renderHome } from './portal-home.ts';
import { isListed, type PortalPage } from './portal-layout.ts';
import { renderSearch, type FoundWords } from './portal-search.ts';
import { PortalVideosService } from './portal-videos.service.ts';
import { renderVideo } from './portal-video.ts';
import { viewVideo, type PublicVideo } from './portal-view.ts';
import { captionsOf, paragraphsOf } from './portal-words.ts';

/** A page is made again after this time, so that it follows edits, and the end of its portal. */
const cachedForMs = 20_000;
/** A page with the words of three hours has 0.6 MB. */
const cachedPages = 100;
const cachedCards = 100;
/** Whether portals are open without a key, by their addresses; shorter than pages, which would have no key when one is needed. */
const cachedSlugs = 10_000;
const slugCachedForMs = 2_000;
/** Pages that are made, and searches of visitors, at the same time. */
const renderings = { slots: 32, slotsPerOwner: 8, waiting: 256, waitingPerOwner: 32 };
const searches = { slots: 8, slotsPerOwner: 2, waiting: 64, waitingPerOwner: 6 };
/** The format of sitemaps allows no more. */
const maxSitemaps = 50_000;
/** The words of three hours are large, and not shown everywhere. */
const wordless = { withTranscript: false };
const searchDeadline = { deadlineMs: 10_000 };
const words = new URL('./portal-words.js', import.meta.url);
const forms = {
  captions: { task: workerTask<typeof captionsOf>(words, 'captionsOf'), work: captionsOf },
  paragraphs: { task: workerTask<typeof paragraphsOf>(words, 'paragraphsOf'), work: paragraphsOf },
};
/** Characters of captions that are read within some milliseconds. */
const directUpTo = 50_000;

/** A page or a file of a portal, and who may see it where. */
export interface PortalFile {
  readonly file: MemoryFile;
  readonly status: 200 | 403 | 404 | 429 | 503;
  readonly isListed: boolean;
  readonly audience: string;
  readonly domains: readonly string[];
}

export interface PageNames {
  readonly name: string;
  readonly title: string;
}

/** What others than the pages of its domains learn of a portal. */
const namesElsewhere: PageNames = { name: 'Webinar Vault', title: 'Recorded webinars' };

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
  private readonly openSlugs = new LRUCache<string, Promise<{ readonly isOpen: boolean }>>({
    max: cachedSlugs,
    ttl: slugCachedForMs,
  });
  private readonly rendering = new FairQueue(renderings);
  private readonly searches = new FairQueue(searches);

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

  /**
   * A page or a text of a portal; one that says why there is none, when it is not open.
   * @param visitor whose request it is: visitors take turns
   */
  async open(visit: Visit, target: PortalTarget, visitor: string): Promise<PortalFile> {
    try {
      const needed = await this.withoutNeedlessKey(visit);
      return await cached(this.pages, JSON.stringify([needed, target]), () =>
        inTurn(this.rendering, visitor, () => this.make(needed, target)),
      );
    } catch (error) {
      return this.explain(error, visit);
    }
  }

  /** The sitemaps of the portals that search engines may list. @param base the public address */
  sitemaps(base: string): Promise<MemoryFile> {
    return cached(this.sitemapFiles, base, async () => {
      const slugs: string[] = [];
      for (let after: string | undefined = ''; after !== undefined && slugs.length < maxSitemaps;) {
        const page: portalRpc.PublicPortals = await this.portals.listPublicPortals({ after });
        slugs.push(...page.slugs);
        after = page.next || undefined;
      }
      const items = slugs.map((slug) => html`<sitemap><loc>${base}/p/${slug}/sitemap.xml</loc></sitemap>`);
      return xmlFile('sitemapindex', items);
    });
  }

  /** @param videoId only this video; empty: all of the portal @param gone ends it while it waits */
  async search(
    visit: Visit,
    { keyword, videoId }: Pick<FoundWords, 'keyword' | 'videoId'>,
    visitor: string,
    gone: AbortSignal,
  ): Promise<PortalFile> {
    try {
      const needed = await this.withoutNeedlessKey(visit);
      return await inTurn(this.searches, visitor, () => this.find(needed, keyword, videoId), gone);
    } catch (error) {
      return this.explain(error, visit);
    }
  }

  /** The picture that other sites show beside the link. @throws {AppError} not-found, unavailable, too-many-requests */
  async card(visit: Visit, videoId: string, visitor: string): Promise<MemoryFile> {
    const { slug, linkId } = await this.withoutNeedlessKey(visit);
    return cached(this.cards, JSON.stringify([slug, linkId, videoId]), async () => {
      const content = await inTurn(this.rendering, visitor, () => this.cardOf({ ...visit, linkId }, videoId));
      return this.shareCards.draw(content, visitor);
    });
  }

  /** The address of the picture of a video, for a minute. @throws {AppError} not-found, too-many-requests */
  picture(visit: Visit, videoId: string, visitor: string): Promise<string> {
    return inTurn(this.rendering, visitor, async () => {
      const portal = await this.openPortal(visit);
      const record = await this.videos.get(portal, videoId, wordless);
      return viewVideo(record, portal, this.linkOf(portal, visit, videoId)).thumbnail;
    });
  }

  /** A logo is not secret: also drafts show it. @throws {AppError} not-found */
  async logo(id: string): Promise<MemoryFile> {
    const { image } = await this.portals.getPortalLogo({ id });
    if (image.length === 0) throw AppError.notFound('The logo');
    return new MemoryFile(Buffer.from(image), 'image/webp');
  }

  /** @throws {AppError} not-found */
  private openPortal({ slug, linkId }: Visit): Promise<portalRpc.Portal> {
    return this.portals.openPortal({ slug, id: '', linkId });
  }

  /** The names of a portal and of one of its pages. @throws {AppError} not-found, too-many-requests */
  titlesOf(visit: Visit, videoId: string | undefined, visitor: string): Promise<PageNames> {
    return inTurn(this.rendering, visitor, async () => {
      const portal = await this.openPortal(visit);
      const { name, audience } = portal;
      const title = videoId === undefined ? name : await this.videos.titleOf(portal, videoId);
      return audience === 'domains' ? namesElsewhere : { name, title };
    });
  }

  /** A page as it would be with other settings, for its owner. @param videoId the page of a video; empty: the first */
  async preview(portal: portalRpc.Portal, videoId: string, link: MediaLink): Promise<string> {
    const visit: Visit = { slug: portal.slug, linkId: '', isEmbedded: false, theme: undefined };
    const page = { ...(await this.pageOf(portal, visit)), isPreview: true };
    if (videoId !== '') return this.renderWithWords(page, await this.videos.get(portal, videoId), link);
    const records = await this.videos.list(portal);
    return renderHome(
      page,
      records.map((record) => viewVideo(record, portal, link)),
    );
  }

  /** A key that a portal does not need makes no other page. */
  private async withoutNeedlessKey(visit: Visit): Promise<Visit> {
    if (visit.linkId === '') return visit;
    const keyless = { ...visit, linkId: '' };
    const { isOpen } = await cached(this.openSlugs, visit.slug, async () => {
      try {
        await this.openPortal(keyless);
        return { isOpen: true };
      } catch (error) {
        if (AppError.is(error, 'not-found')) return { isOpen: false };
        throw error;
      }
    });
    return isOpen ? keyless : visit;
  }

  private async cardOf(visit: Visit, videoId: string): Promise<ShareCard> {
    const portal = await this.openPortal(visit);
    const { name, intro, audience } = portal;
    const record =
      videoId === '' ? (await this.videos.list(portal))[0] : await this.videos.get(portal, videoId, wordless);
    const empty = { chapters: [], duration: 0, isQuote: false, detail: '' };
    if (audience === 'domains')
      return { ...empty, heading: namesElsewhere.title, source: namesElsewhere.name };
    const video = record && viewVideo(record, portal, (address) => address);
    const { chapters, duration } = video ?? empty;
    const shown = { ...empty, chapters, duration };
    return videoId === '' || !video
      ? { ...shown, heading: name, source: intro }
      : { ...shown, heading: video.title, source: name, detail: `${String(chapters.length)} chapters` };
  }

  private async make(visit: Visit, target: PortalTarget): Promise<PortalFile> {
    const portal = await this.openPortal(visit);
    const page = await this.pageOf(portal, visit);
    if (target.kind === 'home') return toFile(page, renderHome(page, await this.viewAll(portal, visit)));
    if (target.kind === 'sitemap' && portal.audience !== 'domains') return this.sitemap(page);
    if (target.kind === 'sitemap') throw AppError.notFound('The page');
    const { videoId } = target;
    const record = await this.videos.get(portal, videoId);
    return target.kind === 'captions'
      ? toFile(page, await wordsOf(page, record, 'captions'), 'vtt')
      : toFile(page, await this.renderWithWords(page, record, this.linkOf(portal, visit, videoId)));
  }

  private async renderWithWords(page: PortalPage, record: VideoRecord, link: MediaLink): Promise<string> {
    const paragraphs = await wordsOf(page, record, 'paragraphs');
    return renderVideo(page, viewVideo(record, page.portal, link), paragraphs);
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
    const items = paths.map((path) => html`<url><loc>${base}/p/${portal.slug}${path}</loc></url>`);
    return { ...toFile(page, ''), file: xmlFile('urlset', items) };
  }

  private async explain(error: unknown, visit: Visit): Promise<PortalFile> {
    const code = error instanceof AppError ? error.code : 'internal';
    if (code === 'not-found')
      return this.notice(
        404,
        'This page does not exist',
        'It may have ended, or its address is incomplete.',
        visit,
      );
    if (code === 'unavailable' || code === 'too-many-requests')
      return this.notice(
        code === 'unavailable' ? 503 : 429,
        'This page cannot be shown now',
        'Please try again in a minute.',
        visit,
      );
    throw error;
  }

  /** A page that says why there is nothing else. It holds nothing, so that any page may embed it. */
  async notice(
    status: PortalFile['status'],
    title: string,
    sentence: string,
    visit: Visit,
  ): Promise<PortalFile> {
    const files = await this.pageFiles.read();
    const text = renderNotice(title, sentence, files, visit);
    const file = new MemoryFile(Buffer.from(text), types.html);
    return { file, status, isListed: false, audience: '', domains: [anySite] };
  }
}

const types = {
  html: 'text/html; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

/** A list of https://www.sitemaps.org. */
function xmlFile(list: 'sitemapindex' | 'urlset', items: readonly Html[]): MemoryFile {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${html`${items}`.text}</${list}>\n`;
  return new MemoryFile(Buffer.from(text), 'application/xml; charset=utf-8');
}

/** The words of a video that visitors may see; in a thread when they are many. Visitors have taken turns before. */
function wordsOf(
  { portal, visit }: PortalPage,
  record: VideoRecord,
  form: keyof typeof forms,
): Promise<string> {
  const { id: videoId, vtt = '' } = record;
  const spans = portal.hidden.filter((span) => span.videoId === videoId);
  const input = { videoId, vtt, spans, visit };
  return inWorkerIfLarge({ ...forms[form], input, size: vtt.length, directUpTo }, { owner: videoId });
}

function toFile(page: PortalPage, text: string, type: keyof typeof types = 'html'): PortalFile {
  const { audience, domains } = page.portal;
  const file = new MemoryFile(Buffer.from(text), types[type]);
  return { file, status: 200, isListed: isListed(page), audience, domains };
}
