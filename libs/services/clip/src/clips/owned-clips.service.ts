import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, type OwnerData } from '@vault/platform';
import { ClipRepository } from './clip.repository.ts';

const deletedAtOnce = 50;

/** The clips of an owner: each as if its video were deleted. The watcher removes them at the host, and then here. */
@Injectable()
export class OwnedClipsService implements OwnerData {
  constructor(
    private readonly clips: ClipRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async removeSome(ownerId: string): Promise<boolean> {
    const now = this.clock.now();
    const clips = await this.clips.aliveOf(ownerId, deletedAtOnce);
    await Promise.all(clips.map((clip) => this.clips.delete(clip, now)));
    return clips.length === deletedAtOnce;
  }
}
