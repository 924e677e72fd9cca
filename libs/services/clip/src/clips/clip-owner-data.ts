import { Inject, Injectable } from '@nestjs/common';
import type { MessageData, VideoIdentity } from '@vault/contracts';
import { CLOCK, type Clock } from '@vault/base';
import { VideoOwners } from '@vault/rpc';
import { Tombstones, type OwnerData } from '@vault/store';
import { ClipRepository } from './clip.repository.ts';
import type { ClipDocument } from './clip.schema.ts';

/** Clips that are given away or marked as deleted together. */
const batch = 50;

/** What becomes of clips when their video moves or is deleted, or their owner. */
@Injectable()
export class ClipOwnerData implements OwnerData {
  constructor(
    private readonly clips: ClipRepository,
    private readonly tombstones: Tombstones,
    private readonly owners: VideoOwners,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Gives clips to whoever has their video now, also those that are being made. */
  async followVideo(move: MessageData<'upload.video-moved.v1'>): Promise<void> {
    await this.owners.followMove(move, async ({ videoId, fromOwnerId, toOwnerId }) => {
      for (let clips: ClipDocument[] | undefined; (clips?.length ?? batch) === batch;) {
        clips = await this.clips.ofVideo(fromOwnerId, videoId, batch);
        await Promise.all(clips.map((clip) => this.clips.give(clip, toOwnerId)));
      }
    });
  }

  /** Deletes the clips of a deleted video; late commands make none. */
  async deleteVideo({ ownerId, videoId }: VideoIdentity): Promise<void> {
    await this.tombstones.addVideo(videoId);
    for (let clips: ClipDocument[] | undefined; (clips?.length ?? batch) === batch;) {
      clips = await this.clips.page(ownerId, { videoId, after: '', limit: batch });
      await this.delete(clips);
    }
  }

  /**
   * Marks clips of a deleted owner as deleted. The watcher then removes them at the host and here. The event of a move may
   * come later than the deletion, so clips are given to whoever has their video.
   */
  async removeSome(ownerId: string): Promise<boolean> {
    const clips = await this.clips.page(ownerId, { videoId: undefined, after: '', limit: batch });
    const owners = await this.owners.of(clips.map(({ videoId }) => videoId));
    const ownerOf = ({ videoId }: ClipDocument) => owners.get(videoId) ?? ownerId;
    const moved = clips.filter((clip) => ownerOf(clip) !== ownerId);
    await Promise.all(moved.map((clip) => this.clips.give(clip, ownerOf(clip))));
    await this.delete(clips.filter((clip) => !moved.includes(clip)));
    return clips.length === batch;
  }

  private async delete(clips: readonly ClipDocument[]): Promise<void> {
    const now = this.clock.now();
    await Promise.all(clips.map((clip) => this.clips.delete(clip, now)));
  }
}
