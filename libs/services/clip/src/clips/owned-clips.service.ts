import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, type OwnerData } from '@vault/platform';
import { ClipRepository } from './clip.repository.ts';

const batchSize = 50;

/** Marks all clips of an owner as deleted. The watcher then removes them at the host and here. */
@Injectable()
export class OwnedClipsService implements OwnerData {
  constructor(
    private readonly clips: ClipRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async removeSome(ownerId: string): Promise<boolean> {
    const now = this.clock.now();
    const clips = await this.clips.listNotDeletedOf(ownerId, batchSize);
    await Promise.all(clips.map((clip) => this.clips.delete(clip, now)));
    return clips.length === batchSize;
  }
}
