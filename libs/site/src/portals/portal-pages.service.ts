import { Injectable } from '@nestjs/common';
import type { VideoRecord } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { AppError, inTurn, inWorkerIfLarge } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc/clients';
import { FairQueue, workerTask } from '@vault/worker-pool';
import { type FileAnswer, textAnswer } from '../pages/answer.ts';
import { renderPage } from '../pages/page.ts';
import { Site } from '../pages/site.ts';
import type { MediaLink } from '../config/ports.ts';
import { OpenPortals } from './open-portals.ts';
import type { Visit } from './portal-address.ts';
import { homePage } from './portal-home.ts';
import { showingOf, type ShownPortal } from './portal-layout.ts';
import { searchPage, type FoundWords } from './portal-search.ts';
import { videoPage } from './portal-video.ts';
import { hiddenIn, viewVideo } from './portal-view.ts';
import { captionsOf, paragraphsOf } from './portal-words.ts';

/** Searches of visitors at the same time. */
const searches = { slots: 8, slotsPerOwner: 2, waiting: 64, waitingPerOwner: 6 };
const searchDeadline = { deadlineMs: 10_000 };
const words = new URL('./portal-words.js', import.meta.url);
const forms = {
  captions: { task: workerTask<typeof captionsOf>(words, 'captionsOf'), work: captionsOf },
  paragraphs: { task: workerTask<typeof paragraphsOf>(words, 'paragraphsOf'), work: paragraphsOf },
};
/** Characters of captions that are read within some milliseconds. */
const directUpTo = 50_000;

/** The public pages of portals. */
@Injectable()
export class PortalPagesService {
  private readonly searches = new FairQueue(searches);

  constructor(
    private readonly site: Site,
    private readonly portals: OpenPortals,
    @InjectClient('search') private readonly searching: ClientOf<'search'>,
  ) {}

  home(visit: Visit, visitor: string): Promise<FileAnswer> {
    return this.portals.keep(visit, 'home', visitor, async (shown) => {
      const records = await this.portals.listVideos(shown.portal);
      const videos = records.map((record) => this.portals.view(shown, record));
      return this.site.answer(homePage(shown, videos));
    });
  }

  video(visit: Visit, videoId: string, visitor: string): Promise<FileAnswer> {
    return this.portals.keep(visit, `video ${videoId}`, visitor, async (shown) => {
      const record = await this.portals.getVideo(shown.portal, videoId);
      const paragraphs = await wordsOf(shown, record, 'paragraphs');
      return this.site.answer(videoPage(shown, this.portals.view(shown, record), paragraphs));
    });
  }

  captions(visit: Visit, videoId: string, visitor: string): Promise<FileAnswer> {
    return this.portals.keep(visit, `captions ${videoId}`, visitor, async (shown) => {
      const captions = await wordsOf(shown, await this.portals.getVideo(shown.portal, videoId), 'captions');
      // Whoever knows the address may read the words, unless only pages of some domains may.
      const isForOtherSites = shown.portal.audience !== 'domains';
      return { ...textAnswer(captions, 'text/vtt', showingOf(shown)), isForOtherSites };
    });
  }

  /** @param videoId only this video is searched; empty: all of the portal @param gone ends it while it waits */
  search(
    visit: Visit,
    { keyword, videoId }: Pick<FoundWords, 'keyword' | 'videoId'>,
    visitor: string,
    gone: AbortSignal,
  ): Promise<FileAnswer> {
    const find = async () => {
      const shown = await this.portals.open(await this.portals.withoutNeedlessKey(visit));
      const { portal } = shown;
      if (!portal.shows.includes('search')) throw AppError.notFound('The page');
      const question = { ownerId: portal.ownerId, keyword, scope: await this.scopeOf(portal, videoId) };
      const answer = keyword === '' ? undefined : await this.searching.search(question, searchDeadline);
      return this.site.answer(searchPage(shown, { keyword, videoId, answer }));
    };
    return inTurn(this.searches, visitor, find, gone);
  }

  /** A page as it would be with other settings, for its owner. @param videoId the page of a video; empty: the first */
  async preview(portal: portalRpc.Portal, videoId: string, link: MediaLink): Promise<string> {
    const visit: Visit = { slug: portal.slug, linkId: '', isEmbedded: false, theme: undefined };
    const shown = await this.portals.show(portal, visit);
    const view = (record: VideoRecord) => viewVideo(record, portal, link);
    const record = videoId === '' ? undefined : await this.portals.getVideo(portal, videoId);
    const page = record
      ? videoPage(shown, view(record), await wordsOf(shown, record, 'paragraphs'))
      : homePage(shown, (await this.portals.listVideos(portal)).map(view));
    return renderPage({ ...page, script: undefined }, shown.files);
  }

  private async scopeOf(portal: portalRpc.Portal, videoId: string) {
    const { hasAllVideos, videoIds, shows } = portal;
    const ids = hasAllVideos ? (await this.portals.listVideos(portal)).map(({ id }) => id) : videoIds;
    const searched = videoId === '' ? ids : ids.filter((id) => id === videoId);
    return {
      videos: searched.map((id) => ({
        videoId: id,
        hidden: hiddenIn(portal, id).map(({ start, end, kind }) => ({ start, end, kind })),
      })),
      hasTranscript: shows.includes('transcript'),
      hasQuotes: shows.includes('quotes'),
    };
  }
}

/** The words of a video that visitors may see; in a thread when they are many. Visitors have taken turns before. */
function wordsOf(
  { portal, visit }: ShownPortal,
  { id: videoId, vtt = '' }: VideoRecord,
  form: keyof typeof forms,
): Promise<string> {
  const input = { videoId, vtt, spans: hiddenIn(portal, videoId), visit };
  return inWorkerIfLarge({ ...forms[form], input, size: vtt.length, directUpTo }, { owner: videoId });
}
