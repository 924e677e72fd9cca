import { Inject, Injectable } from '@nestjs/common';
import { AppError, CONFIG, inTurn } from '@vault/base';
import { FairQueue } from '@vault/worker-pool';
import { LRUCache } from 'lru-cache';
import { publicBase, type GatewayConfig } from '../config/gateway.config.ts';
import { MemoryFile } from '../http/memory-file.ts';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import { ViewerSessions } from '../media/viewer-sessions.service.ts';
import { VideoComposerService } from '../videos/video-composer.service.ts';
import { cached } from '../public-pages/cached.ts';
import { renderNotice } from '../public-pages/page-document.ts';
import { spanText } from '../public-pages/page-parts.ts';
import { PublicPageFilesService } from '../public-pages/public-page-files.service.ts';
import { ShareCardsService } from '../public-pages/share-cards.service.ts';
import { renderMoment } from './moment-html.ts';
import { headingOf, viewMoment, type MomentView } from './moment-view.ts';

/** A page or a picture is made again after this time, so that it follows edits and the end of its link. */
const cachedForMs = 20_000;
const cachedPages = 500;
const cachedCards = 100;
/** Titles for other sites that are read at the same time. */
const titleReads = { slots: 8, slotsPerOwner: 2, waiting: 128, waitingPerOwner: 16 };
/** A quote is in the chapters: the words of three hours are not needed. */
const wordless = { withTranscript: false };

export interface PublicPage {
  readonly file: MemoryFile;
  readonly status: 200 | 404 | 503;
  readonly isListed: boolean;
}

interface OpenMoment {
  readonly view: MomentView;
  readonly isListed: boolean;
}

/** The public pages of moments, and their pictures. */
@Injectable()
export class MomentPagesService {
  private readonly pages = new LRUCache<string, Promise<PublicPage>>({ max: cachedPages, ttl: cachedForMs });
  private readonly cards = new LRUCache<string, Promise<MemoryFile>>({ max: cachedCards, ttl: cachedForMs });

  private readonly titles = new FairQueue(titleReads);

  constructor(
    private readonly moments: ViewerSessions,
    private readonly composer: VideoComposerService,
    private readonly links: MediaLinksService,
    private readonly pageFiles: PublicPageFilesService,
    private readonly shareCards: ShareCardsService,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  /**
   * The page of a moment; one that says why there is none, when its link does not work.
   * @param isEmbedded it is a part of another page
   */
  async page(id: string, isEmbedded: boolean): Promise<PublicPage> {
    try {
      return await cached(this.pages, JSON.stringify([id, isEmbedded]), () => this.render(id, isEmbedded));
    } catch (error) {
      return this.renderFailure(error, isEmbedded);
    }
  }

  /** @throws {AppError} not-found, unavailable, too-many-requests */
  card(id: string, visitor: string): Promise<MemoryFile> {
    return cached(this.cards, id, async () => {
      const { view } = await this.open(id);
      const { chapters, duration, quote, videoTitle: source } = view;
      const texts = {
        heading: headingOf(view),
        isQuote: quote !== undefined,
        source,
        detail: spanText(view),
      };
      return this.shareCards.draw({ ...texts, chapters, duration, now: view }, visitor);
    });
  }

  /** What the page is about, for other sites. @throws {AppError} not-found, unavailable, too-many-requests */
  titleOf(id: string, visitor: string): Promise<string> {
    return inTurn(this.titles, visitor, async () => headingOf((await this.open(id, wordless)).view));
  }

  private async render(id: string, isEmbedded: boolean): Promise<PublicPage> {
    const { view, isListed } = await this.open(id);
    const files = await this.pageFiles.read();
    const base = publicBase(this.config);
    const address = base === '' ? undefined : `${base}/m/${id}`;
    const text = renderMoment({ view, address, isListed, isEmbedded, files });
    return { file: toFile(text), status: 200, isListed: isListed && !isEmbedded };
  }

  private async renderFailure(error: unknown, isEmbedded: boolean): Promise<PublicPage> {
    const code = error instanceof AppError ? error.code : 'internal';
    if (code !== 'not-found' && code !== 'unavailable') throw error;
    const files = await this.pageFiles.read();
    const isMissing = code === 'not-found';
    const [title, sentence] = isMissing
      ? [
          'This link does not work',
          'It has ended, or its address is incomplete. Please ask the person who sent it for a new one.',
        ]
      : ['This moment cannot be shown now', 'Please try again in a minute.'];
    const text = renderNotice(title, sentence, files, { isEmbedded });
    return { file: toFile(text), status: isMissing ? 404 : 503, isListed: false };
  }

  private async open(id: string, options = {}): Promise<OpenMoment> {
    const moment = await this.moments.openMoment(id);
    const { ownerId, videoId, isListed } = moment;
    const record = await this.composer.get({ ownerId, videoId }, options);
    if (record.streamUrl === '') throw AppError.notFound('The moment');
    const view = viewMoment(moment, record);
    const { streamUrl, thumbnail } = withLinks(
      { ...record, thumbnail: view.thumbnail },
      this.links.forMoment(id),
    );
    return { view: { ...view, streamUrl, thumbnail }, isListed };
  }
}

function toFile(text: string): MemoryFile {
  return new MemoryFile(Buffer.from(text), 'text/html; charset=utf-8');
}
