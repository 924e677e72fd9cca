import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/platform';
import { VideoRepository } from '../videos/video.repository.ts';
import { ShelfRepository } from './shelf.repository.ts';

/** A place is taken just before its record is written; one that has none by then belongs to a process that died. */
const recordWithinMs = 60_000;

/** Whether one more video fits on somebody's shelf. */
@Injectable()
export class ShelfService {
  constructor(
    private readonly shelf: ShelfRepository,
    private readonly videos: VideoRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Videos in the library plus open uploads. */
  async countUsed(ownerId: string): Promise<number> {
    await this.releaseLost(ownerId);
    return (await this.shelf.places(ownerId)).length;
  }

  /** @throws {AppError} limit-reached */
  async take(ownerId: string, videoId: string, limit: number): Promise<void> {
    const place = { videoId, takenAt: this.clock.now() };
    if (await this.shelf.take(ownerId, place, limit)) return;
    await this.releaseLost(ownerId);
    if (await this.shelf.take(ownerId, place, limit)) return;
    const places = `${String(limit)} of ${String(limit)}`;
    const msg = `You have used ${places} videos of your plan. Delete one to upload another.`;
    throw new AppError('limit-reached', msg);
  }

  release(ownerId: string, videoId: string): Promise<void> {
    return this.shelf.release(ownerId, videoId);
  }

  remove(ownerId: string): Promise<void> {
    return this.shelf.remove(ownerId);
  }

  private async releaseLost(ownerId: string): Promise<void> {
    const longAgo = this.clock.now().getTime() - recordWithinMs;
    const old = (await this.shelf.places(ownerId)).filter(({ takenAt }) => takenAt.getTime() <= longAgo);
    if (old.length === 0) return;
    const ids = old.map(({ videoId }) => videoId);
    const existing = await this.videos.existing(ownerId, ids);
    for (const id of ids) if (!existing.has(id)) await this.shelf.release(ownerId, id);
  }
}
