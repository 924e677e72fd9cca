import { Inject, Injectable } from '@nestjs/common';
import { AppError, CONFIG } from '@vault/base';
import { LRUCache } from 'lru-cache';
import { publicBase, type GatewayConfig } from '../gateway.config.ts';
import { MemoryFile } from '../http/memory-file.ts';
import { fontStyles, PageFiles, readPageFile } from '../http/page-files.ts';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import { ViewerSessions } from '../media/viewer-sessions.service.ts';
import { VideoComposerService } from '../videos/video-composer.service.ts';
import { MomentCards } from './moment-cards.ts';
import { renderMoment, renderNoMoment } from './moment-html.ts';
import { viewMoment, type MomentView } from './moment-view.ts';

/** A page or a picture is made again after this time, so that it follows edits and the end of its link. */
const cachedForMs = 20_000;
const cachedPages = 500;
const cachedCards = 100;

const own = new URL('./moment-page/', import.meta.url);

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
  private reading: Promise<PageFiles> | undefined;
  private drawing: Promise<MomentCards> | undefined;

  constructor(
    private readonly moments: ViewerSessions,
    private readonly composer: VideoComposerService,
    private readonly links: MediaLinksService,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL' | 'WEB_DIR'>,
  ) {}

  /** The page of a moment; one that says why there is none, when its link does not work. */
  async page(id: string): Promise<PublicPage> {
    try {
      return await cached(this.pages, id, () => this.render(id));
    } catch (error) {
      return this.renderFailure(error);
    }
  }

  /** @throws {AppError} not-found, unavailable */
  card(id: string): Promise<MemoryFile> {
    return cached(this.cards, id, async () => {
      const { view } = await this.open(id);
      const cards = await (this.drawing ??= MomentCards.load(this.config.WEB_DIR));
      return new MemoryFile(await cards.draw(view), 'image/png');
    });
  }

  async file(path: string): Promise<MemoryFile | undefined> {
    return (await this.files()).find(path);
  }

  private async render(id: string): Promise<PublicPage> {
    const { view, isListed } = await this.open(id);
    const files = await this.files();
    const base = publicBase(this.config);
    const address = base === '' ? undefined : `${base}/m/${id}`;
    const text = renderMoment({ view, address, isListed, pathOf: (name) => files.pathOf(name) });
    return { file: toFile(text), status: 200, isListed };
  }

  private async renderFailure(error: unknown): Promise<PublicPage> {
    const code = error instanceof AppError ? error.code : 'internal';
    if (code !== 'not-found' && code !== 'unavailable') throw error;
    const files = await this.files();
    const isMissing = code === 'not-found';
    const [title, sentence] = isMissing
      ? [
          'This link does not work',
          'It has ended, or its address is incomplete. Please ask the person who sent it for a new one.',
        ]
      : ['This moment cannot be shown now', 'Please try again in a minute.'];
    const text = renderNoMoment(title, sentence, (name) => files.pathOf(name));
    return { file: toFile(text), status: isMissing ? 404 : 503, isListed: false };
  }

  private async open(id: string): Promise<OpenMoment> {
    const moment = await this.moments.openMoment(id);
    const { ownerId, videoId, isListed } = moment;
    const record = await this.composer.get({ ownerId, videoId });
    if (record.streamUrl === '') throw AppError.notFound('The moment');
    const view = viewMoment(moment, record);
    const { streamUrl, thumbnail } = withLinks(
      { ...record, thumbnail: view.thumbnail },
      this.links.forMoment(id),
    );
    return { view: { ...view, streamUrl, thumbnail }, isListed };
  }

  private files(): Promise<PageFiles> {
    return (this.reading ??= this.readFiles());
  }

  private async readFiles(): Promise<PageFiles> {
    const player = new URL('./', import.meta.resolve('hls.js'));
    const files = new Map([
      ['fonts.css', await fontStyles(this.config.WEB_DIR)],
      await readPageFile('hls.light.min.mjs', player),
      await readPageFile('moment.css', own),
      await readPageFile('moment.js', own),
    ]);
    return new PageFiles('/m', files);
  }
}

/** The value of a key, which is made once for simultaneous requests; a failure is not kept. */
function cached<Value extends object>(
  cache: LRUCache<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const existing = cache.get(key);
  if (existing) return existing;
  const made = make();
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  return made;
}

function toFile(text: string): MemoryFile {
  return new MemoryFile(Buffer.from(text), 'text/html; charset=utf-8');
}
