import { Injectable } from '@nestjs/common';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { LRUCache } from 'lru-cache';

/** Media of a video that has moved is refused after at most this time. */
const cachedForMs = 1_000;
const cachedIds = 10_000;

/** Whose videos are played: an address of before does not play a video that has moved since. */
@Injectable()
export class PlaybackOwners {
  private readonly owners = new LRUCache<string, Promise<string>>({ max: cachedIds, ttl: cachedForMs });

  constructor(@InjectClient('upload') private readonly upload: ClientOf<'upload'>) {}

  /** Whether a video belongs to somebody else; false for other media, and while upload does not answer. */
  async isOfAnother(playbackId: string, ownerId: string): Promise<boolean> {
    const owner = await this.find(playbackId);
    return owner !== '' && owner !== ownerId;
  }

  private find(playbackId: string): Promise<string> {
    const known = this.owners.get(playbackId);
    if (known) return known;
    const found = this.upload.getPlaybackOwner({ playbackId }).then(
      ({ ownerId }) => ownerId,
      (error: unknown) => {
        // Players go on while upload is away.
        if (AppError.is(error, 'unavailable')) return '';
        this.owners.delete(playbackId);
        throw error;
      },
    );
    this.owners.set(playbackId, found);
    return found;
  }
}
