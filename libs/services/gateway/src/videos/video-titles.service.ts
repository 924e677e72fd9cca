import { Injectable } from '@nestjs/common';
import { InjectClient, type ClientOf } from '@vault/rpc';

/** Maximum number of ids of one call. */
const maxIds = 500;

/** Titles for lists of what was done to videos. */
@Injectable()
export class VideoTitles {
  constructor(@InjectClient('upload') private readonly upload: ClientOf<'upload'>) {}

  /** By the ids of the existing videos of this owner; other ids and empty ones are left out. */
  async of(ownerId: string, videoIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(videoIds)].filter((id) => id !== '');
    const titles = new Map<string, string>();
    for (let from = 0; from < ids.length; from += maxIds) {
      const { videos } = await this.upload.getVideosByIds({ ids: ids.slice(from, from + maxIds) });
      for (const { id, title, ...video } of videos) if (video.ownerId === ownerId) titles.set(id, title);
    }
    return titles;
  }
}
