import { Inject, Injectable } from '@nestjs/common';
import { pageSizeLimit, type ExportEstimate, type MomentRecord, type PortalRecord } from '@vault/contracts';
import { CONFIG } from '@vault/base';
import type { clipRpc, uploadRpc } from '@vault/contracts/rpc';
import { InjectClient, retryWhileUnavailable, type ClientOf } from '@vault/rpc';
import { publicBase } from '@vault/site';
import type { GatewayConfig } from '../../config/gateway.config.ts';
import { toPortalRecord } from '../../portals/to-portal-record.ts';
import { toMomentRecord } from '../../moments/to-moment-record.ts';

/** More than a person can have: guard against a faulty list that never ends. */
const maxPages = 200;
/** Time to wait for a service that restarts. */
const retryForMs = 30_000;

/** The videos, clips, links and portals of one person, page by page. */
@Injectable()
export class ExportLibraryService {
  constructor(
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @InjectClient('clip') private readonly clips: ClientOf<'clip'>,
    @InjectClient('portal') private readonly portal: ClientOf<'portal'>,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  /** By cursor, so that no video is skipped or repeated when others are added or deleted meanwhile. */
  videos(ownerId: string, stop: AbortSignal): AsyncGenerator<uploadRpc.Video> {
    return allPages(async (after) => {
      const page = { ownerId, page: 1, limit: pageSizeLimit, after };
      const { videos, next } = await askPatiently(() => this.upload.listVideos(page), stop);
      return { items: videos, next };
    });
  }

  /** @param videoId absent: clips of all videos */
  clipsOf(ownerId: string, videoId: string | undefined, stop: AbortSignal): AsyncGenerator<clipRpc.Clip> {
    return allPages(async (after) => {
      const page = { ownerId, videoId, after };
      const { clips, next } = await askPatiently(() => this.clips.listClips(page), stop);
      return { items: clips, next };
    });
  }

  /** Links to moments. */
  links(ownerId: string, stop: AbortSignal): AsyncGenerator<MomentRecord> {
    const base = publicBase(this.config);
    return allPages(async (after) => {
      const { moments, next } = await askPatiently(() => this.portal.listMoments({ ownerId, after }), stop);
      return { items: moments.map((moment) => toMomentRecord(moment, base)), next };
    });
  }

  async portals(ownerId: string, stop: AbortSignal): Promise<PortalRecord[]> {
    const { portals } = await askPatiently(() => this.portal.listPortals({ ownerId }), stop);
    return portals.map((portal) => toPortalRecord(portal, publicBase(this.config)));
  }

  /** What an archive with media would contain; only numbers are kept of each page. */
  async measure(ownerId: string, stop: AbortSignal): Promise<ExportEstimate> {
    const sum = { recordings: 0, clips: 0, missing: 0, bytes: 0 };
    for await (const { downloadUrl, downloadBytes = 0 } of this.videos(ownerId, stop)) {
      sum[downloadUrl === '' ? 'missing' : 'recordings'] += 1;
      sum.bytes += downloadBytes;
    }
    for await (const { state, bytes = 0 } of this.clipsOf(ownerId, undefined, stop)) {
      sum[state === 'ready' ? 'clips' : 'missing'] += 1;
      sum.bytes += bytes;
    }
    return sum;
  }
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string;
}

async function* allPages<Item>(pageAfter: (after: string) => Promise<Page<Item>>): AsyncGenerator<Item> {
  let after = '';
  for (let page = 1; page <= maxPages; page += 1) {
    const { items, next } = await pageAfter(after);
    yield* items;
    if (!next) return;
    after = next;
  }
}

/** Repeats a query while a service is unavailable, until the client has gone. */
export function askPatiently<Answer>(query: () => Promise<Answer>, stop: AbortSignal): Promise<Answer> {
  stop.throwIfAborted();
  const giveUpAt = Date.now() + retryForMs;
  return retryWhileUnavailable(query, () => stop.aborted || Date.now() >= giveUpAt);
}
