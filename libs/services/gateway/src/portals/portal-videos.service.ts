import { Injectable } from '@nestjs/common';
import { portalLimits, type VideoRecord } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { VideoComposerService } from '../videos/video-composer.service.ts';

type Selection = Pick<portalRpc.Portal, 'ownerId' | 'hasAllVideos' | 'videoIds'>;

const pageSize = 100;

/** The videos of portals, which their owners change at any time. */
@Injectable()
export class PortalVideosService {
  constructor(private readonly composer: VideoComposerService) {}

  /** Those that can be played, in their order, without transcripts. */
  async list({ ownerId, hasAllVideos, videoIds }: Selection): Promise<VideoRecord[]> {
    const records: VideoRecord[] = [];
    for (let after: string | null = ''; after !== null && records.length < portalLimits.videos;) {
      const query = { view: 'card', page: 1, limit: pageSize, after } as const;
      const { data, next }: { data: VideoRecord[]; next: string | null } = await this.composer.list(
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
  async titleOf({ ownerId, hasAllVideos, videoIds }: Selection, videoId: string): Promise<string> {
    if (!hasAllVideos && !videoIds.includes(videoId)) throw AppError.notFound('The video');
    const { title, streamUrl } = await this.composer.getVideo({ ownerId, videoId });
    if (streamUrl === '') throw AppError.notFound('The video');
    return title;
  }

  /** @throws {AppError} not-found, also when the portal does not show it */
  async get(
    { ownerId, hasAllVideos, videoIds }: Selection,
    videoId: string,
    { withTranscript = true } = {},
  ): Promise<VideoRecord> {
    if (!hasAllVideos && !videoIds.includes(videoId)) throw AppError.notFound('The video');
    const record = await this.composer.get({ ownerId, videoId }, { withTranscript });
    if (record.streamUrl === '') throw AppError.notFound('The video');
    return record;
  }
}
