import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { foldText } from '@vault/contracts';
import type { uploadRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, LOGGER, RepeatedWork, type Clock, type Logger } from '@vault/platform';
import { readAllVideosRequest, type AllVideosRequest } from '../domain/all-videos-query.ts';
import { AllVideosRepository, type ListedVideo } from './all-videos.repository.ts';

const maxOwners = 10_000;
const maxIds = 500;
const keysPerRun = 200;

/** Lists and counts the videos of all owners for staff, and adds missing sort keys. */
@Injectable()
export class AllVideosService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly keying: RepeatedWork;

  constructor(
    private readonly videos: AllVideosRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    const work = () => this.addTitleKeys();
    this.keying = new RepeatedWork({
      name: 'adding sort keys to titles of older versions',
      everyMs: 1_000,
      work,
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.keying.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.keying.stop();
  }

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

  /** One count for each owner, in their order. @throws {AppError} invalid-input */
  async countOf(ownerIds: readonly string[]): Promise<uploadRpc.OwnerVideoCount[]> {
    if (ownerIds.length > maxOwners)
      throw new AppError('invalid-input', `At most ${String(maxOwners)} owners can be requested at once.`);
    const counts = await this.videos.countByOwner([...new Set(ownerIds)]);
    return ownerIds.map((ownerId) => ({ ownerId, videos: counts.get(ownerId) ?? 0 }));
  }

  async countAll(): Promise<uploadRpc.AllVideoCounts> {
    const [total, states] = await Promise.all([
      this.videos.countListed(),
      this.videos.countStates(this.clock.now()),
    ]);
    return { total, ...states };
  }

  /** Stops the repeated work when none are left. */
  private async addTitleKeys(): Promise<void> {
    const titles = await this.videos.titlesWithoutKey(keysPerRun);
    for (const video of titles) await this.videos.addTitleKey(video, foldText(video.title));
    // Not awaited: `stop` waits for the current run, which is this one.
    if (titles.length < keysPerRun) void this.keying.stop();
  }
}
