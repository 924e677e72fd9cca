import { Injectable } from '@nestjs/common';
import { portalLimits, type VideoRecord } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc/clients';
import { Site } from '../pages/site.ts';
import { SiteMedia, SiteVideos } from '../config/ports.ts';
import type { Visit } from './portal-address.ts';
import type { ShownPortal } from './portal-layout.ts';
import { viewVideo, type PublicVideo } from './portal-view.ts';

/** Shorter than pages are kept, which would have no key when one is needed. */
const opennessKeptForMs = 2_000;
const pageSize = 100;
/** The words of three hours are large, and not shown everywhere. */
export const wordless = { withTranscript: false };

/** The portals that are open, and their videos. Their owners change both at any time. */
@Injectable()
export class OpenPortals {
  constructor(
    private readonly site: Site,
    @InjectClient('portal') private readonly portals: ClientOf<'portal'>,
    private readonly videos: SiteVideos,
    private readonly media: SiteMedia,
  ) {}

  /**
   * What is made of an open portal, or was made a short time ago.
   * @param what a name for it in the portal
   * @throws {AppError} not-found, unavailable, too-many-requests
   */
  async keep<Value extends object>(
    visit: Visit,
    what: string,
    visitor: string,
    make: (shown: ShownPortal) => Promise<Value>,
  ): Promise<Value> {
    const needed = await this.withoutNeedlessKey(visit);
    const open = async () => make(await this.open(needed));
    return this.site.keepInTurn(['portal', needed, what], visitor, open);
  }

  /** @throws {AppError} not-found */
  async open(visit: Visit): Promise<ShownPortal> {
    const { slug, linkId } = visit;
    return this.show(await this.portals.openPortal({ slug, id: '', linkId }), visit);
  }

  async show(portal: portalRpc.Portal, visit: Visit): Promise<ShownPortal> {
    return { portal, visit, base: this.site.base, files: await this.site.files() };
  }

  /** A key that a portal does not need makes no other page. */
  async withoutNeedlessKey(visit: Visit): Promise<Visit> {
    if (visit.linkId === '') return visit;
    const keyless = { ...visit, linkId: '' };
    const find = async () => {
      try {
        await this.open(keyless);
        return { isOpen: true };
      } catch (error) {
        if (AppError.is(error, 'not-found')) return { isOpen: false };
        throw error;
      }
    };
    const { isOpen } = await this.site.keep(['open portal', visit.slug], find, opennessKeptForMs);
    return isOpen ? keyless : visit;
  }

  /** The videos that can be played, in their order, without transcripts. */
  async listVideos({ ownerId, hasAllVideos, videoIds }: portalRpc.Portal): Promise<VideoRecord[]> {
    const records: VideoRecord[] = [];
    for (let after: string | null = ''; after !== null && records.length < portalLimits.videos;) {
      const query = { view: 'card', page: 1, limit: pageSize, after } as const;
      const { data, next }: { data: VideoRecord[]; next: string | null } = await this.videos.list(
        ownerId,
        query,
      );
      records.push(...data.filter(({ streamUrl }) => streamUrl !== ''));
      after = next;
    }
    if (hasAllVideos) return records;
    const byId = new Map(records.map((record) => [record.id, record]));
    return videoIds.flatMap((id) => byId.get(id) ?? []);
  }

  /** @throws {AppError} not-found, also when the portal does not show it */
  async getVideo(
    { ownerId, hasAllVideos, videoIds }: portalRpc.Portal,
    videoId: string,
    options?: typeof wordless,
  ): Promise<VideoRecord> {
    if (!hasAllVideos && !videoIds.includes(videoId)) throw AppError.notFound('The video');
    const record = await this.videos.get({ ownerId, videoId }, options);
    if (record.streamUrl === '') throw AppError.notFound('The video');
    return record;
  }

  /** What this visit sees of a video. */
  view({ portal, visit }: ShownPortal, record: VideoRecord): PublicVideo {
    return viewVideo(record, portal, this.media.forPortal(portal.id, visit.linkId, record.id));
  }
}
