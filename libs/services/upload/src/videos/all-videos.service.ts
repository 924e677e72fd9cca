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

const mostOwners = 10_000;
const mostIds = 500;
const keysAtOnce = 200;

/** Everybody's videos, as staff see them. */
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
      name: 'making titles of older versions sortable',
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
    if (ids.length > mostIds)
      throw new AppError('invalid-input', `At most ${String(mostIds)} videos can be asked for at once.`);
    return this.videos.findByIds(ids);
  }

  /** One count for each owner, in their order. @throws {AppError} invalid-input */
  async countOf(ownerIds: readonly string[]): Promise<uploadRpc.OwnerVideoCount[]> {
    if (ownerIds.length > mostOwners)
      throw new AppError('invalid-input', `At most ${String(mostOwners)} owners can be asked for at once.`);
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

  /** Ends by itself when there are none left. */
  private async addTitleKeys(): Promise<void> {
    const titles = await this.videos.titlesWithoutKey(keysAtOnce);
    for (const video of titles) await this.videos.addTitleKey(video, foldText(video.title));
    // Not waited for: this is the run that it would wait for.
    if (titles.length < keysAtOnce) void this.keying.stop();
  }
}
