import { Inject, Injectable } from '@nestjs/common';
import type { uploadRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { readAllVideosRequest, type AllVideosRequest } from '../domain/all-videos-query.ts';
import { AllVideosRepository, type ListedVideo } from './all-videos.repository.ts';

const maxOwners = 10_000;
const maxIds = 500;

/** Lists and counts the videos of all owners for staff, and says whose they are. */
@Injectable()
export class AllVideosService {
  constructor(
    private readonly videos: AllVideosRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} invalid-input */
  async list(request: AllVideosRequest): Promise<{ videos: ListedVideo[]; total: number }> {
    const query = readAllVideosRequest(request);
    const now = this.clock.now();
    const [videos, total] = await Promise.all([this.videos.page(query, now), this.videos.count(query, now)]);
    return { videos, total };
  }

  /** @throws {AppError} invalid-input */
  findByIds(ids: readonly string[]): Promise<ListedVideo[]> {
    if (ids.length > maxIds)
      throw new AppError('invalid-input', `At most ${String(maxIds)} videos can be requested at once.`);
    return this.videos.findByIds(ids);
  }

  /** The owners of those that are not deleted. @throws {AppError} invalid-input */
  async ownersOf(ids: readonly string[]): Promise<uploadRpc.VideoOwner[]> {
    return (await this.findByIds(ids)).map(({ _id: id, ownerId }) => ({ id, ownerId }));
  }

  /** @returns undefined when no video is played by this id */
  async ownerOfPlayback(playbackId: string): Promise<string | undefined> {
    return playbackId === '' ? undefined : this.videos.ownerOfPlayback(playbackId);
  }

  /** One count for each owner, in their order. @throws {AppError} invalid-input */
  async countOf(ownerIds: readonly string[]): Promise<uploadRpc.OwnerVideoCount[]> {
    if (ownerIds.length > maxOwners)
      throw new AppError('invalid-input', `At most ${String(maxOwners)} owners can be requested at once.`);
    const counts = await this.videos.countByOwner([...new Set(ownerIds)]);
    return ownerIds.map((ownerId) => ({ ownerId, videos: counts.get(ownerId) ?? 0 }));
  }

  async countAll(): Promise<Omit<uploadRpc.AllVideoCounts, 'wrongSettings'>> {
    const [total, states] = await Promise.all([this.videos.countListed(), this.videos.countStates()]);
    return { total, ...states };
  }
}
