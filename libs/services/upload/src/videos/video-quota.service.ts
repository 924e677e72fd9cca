import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { VideoRepository } from './video.repository.ts';
import { VideoQuotaRepository } from '../quota/video-quota.repository.ts';

/**
 * A slot is taken just before its video record is stored. A slot without a record after this time belongs to a process
 * that died.
 */
const recordWithinMs = 60_000;

/** Enforces how many videos a plan allows. */
@Injectable()
export class VideoQuotaService {
  constructor(
    private readonly quotas: VideoQuotaRepository,
    private readonly videos: VideoRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Videos in the library plus open uploads. */
  async countUsed(ownerId: string): Promise<number> {
    await this.releaseLost(ownerId);
    return (await this.quotas.slots(ownerId)).length;
  }

  /**
   * Runs `work` for owners: whose video it is, and the person who uploads it.
   * @returns its result, and whether an access or a session of one of them ended meanwhile
   */
  async watchAccess<Result>(
    ownerIds: readonly string[],
    work: () => Promise<Result>,
  ): Promise<[Result, boolean]> {
    const before = await Promise.all(ownerIds.map((id) => this.quotas.open(id)));
    const result = await work();
    const after = await Promise.all(ownerIds.map((id) => this.quotas.accessEnds(id)));
    return [result, after.some((count, index) => count !== before[index])];
  }

  /** Call it before reading the uploads to cancel: {@link watchAccess} reports it to those who store others later. */
  countAccessEnd(ownerId: string): Promise<void> {
    return this.quotas.countAccessEnd(ownerId);
  }

  /** Call it within {@link watchAccess}. @throws {AppError} limit-reached */
  async take(ownerId: string, videoId: string, limit: number): Promise<void> {
    if (await this.tryToTake(ownerId, videoId, limit)) return;
    const used = `${String(limit)} of ${String(limit)}`;
    const msg = `You have used ${used} videos of your plan. Delete one to upload another.`;
    throw new AppError('limit-reached', msg);
  }

  /** As {@link take}. @returns when, unless the video has one already; undefined when the plan has no free slot */
  async tryToTake(ownerId: string, videoId: string, limit: number): Promise<Date | undefined> {
    const takenAt = this.clock.now();
    const slot = { videoId, takenAt };
    if (await this.quotas.take(ownerId, slot, limit)) return takenAt;
    await this.releaseLost(ownerId);
    return (await this.quotas.take(ownerId, slot, limit)) ? takenAt : undefined;
  }

  /** When the slot of a video was taken; undefined without one. */
  async takenAt(ownerId: string, videoId: string): Promise<Date | undefined> {
    return (await this.quotas.slots(ownerId)).find((slot) => slot.videoId === videoId)?.takenAt;
  }

  /** @param takenAt only the slot that was taken then */
  release(ownerId: string, videoId: string, takenAt?: Date): Promise<void> {
    return this.quotas.release(ownerId, videoId, takenAt);
  }

  remove(ownerId: string): Promise<void> {
    return this.quotas.remove(ownerId);
  }

  private async releaseLost(ownerId: string): Promise<void> {
    const cutoffMs = this.clock.now().getTime() - recordWithinMs;
    const old = (await this.quotas.slots(ownerId)).filter(({ takenAt }) => takenAt.getTime() <= cutoffMs);
    if (old.length === 0) return;
    const ids = old.map(({ videoId }) => videoId);
    const existing = await this.videos.existing(ownerId, ids);
    for (const id of ids) if (!existing.has(id)) await this.quotas.release(ownerId, id);
  }
}
