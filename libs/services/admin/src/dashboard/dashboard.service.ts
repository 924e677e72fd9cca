import { Inject, Injectable } from '@nestjs/common';
import type { adminRpc, authRpc, chapteringRpc } from '@vault/contracts/rpc';
import { LOGGER, type Logger } from '@vault/base';
import { upgradeRequests } from '../domain/upgrade-requests.ts';
import { UserListService } from '../users/user-list.service.ts';
import { UpstreamServices, longDeadline } from '../upstream-services.ts';
import { VideoListService } from '../videos/video-list.service.ts';
import { DeadLetterCount } from './dead-letter-count.ts';

const rows = 5;
const days = 30;
/** Read at once, because auth cannot sort by the time of the request. */
const maxRequests = 100;

type Part = Exclude<keyof adminRpc.Dashboard, 'missing' | 'wrongSettings'>;

/** Counts of a service, with what does not work in its process because of a wrong setting. */
interface Reports {
  readonly wrongSettings: readonly string[];
}

/** The parts of the dashboard. Each is read independently: an unavailable service affects only its own parts. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly services: UpstreamServices,
    private readonly userLists: UserListService,
    private readonly videos: VideoListService,
    private readonly deadLetters: DeadLetterCount,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async get(): Promise<adminRpc.Dashboard> {
    const { auth, upload } = this.services;
    const wrongSettings = new Set<string>();
    const countsOf = async <Counts extends Reports>(counting: Promise<Counts>): Promise<Counts> => {
      const counts = await counting;
      for (const each of counts.wrongSettings) wrongSettings.add(each);
      return counts;
    };
    const parts = await Promise.all([
      this.part('users', () => countsOf(auth.countAccounts({}, longDeadline))),
      this.part('videos', () => countsOf(upload.countAllVideos({}, longDeadline))),
      this.part('queues', () => this.countQueues(countsOf)),
      this.part('tokenDays', async () => (await auth.tokensPerDay({ days }, longDeadline)).days),
      this.part('failedVideos', () => this.videosIn('failed')),
      this.part('stuckVideos', () => this.videosIn('stuck')),
      this.part('newUsers', () => this.users({ sort: 'created_at', descending: true })),
      this.part('expiringUsers', () => this.users({ sort: 'membership_end', state: 'active' })),
      this.part('upgradeRequests', () => this.requests()),
    ]);
    const missing = parts.flatMap((part) => part.missing ?? []);
    const present = parts.reduce<Partial<adminRpc.Dashboard>>((all, part) => ({ ...all, ...part }), {});
    return { ...emptyDashboard, ...present, missing, wrongSettings: [...wrongSettings] };
  }

  private async part<Name extends Part>(
    name: Name,
    read: () => Promise<adminRpc.Dashboard[Name]>,
  ): Promise<Partial<adminRpc.Dashboard>> {
    try {
      return { [name]: await read() };
    } catch (error) {
      this.logger.warn({ err: error, part: name }, 'a part of the dashboard is unavailable');
      return { missing: [protoNameOf(name)] };
    }
  }

  private async countQueues(
    countsOf: (counting: Promise<chapteringRpc.OperationCounts>) => Promise<chapteringRpc.OperationCounts>,
  ): Promise<adminRpc.QueueCounts> {
    const [{ queued, running }, deadLetters] = await Promise.all([
      countsOf(this.services.chaptering.countOperations({}, longDeadline)),
      this.deadLetters.get(),
    ]);
    return { queued, running, deadLetters };
  }

  private async videosIn(state: string): Promise<adminRpc.Video[]> {
    const order = { page: 1, limit: rows, sort: 'created_at', descending: true, q: '', orOwnerIds: [] };
    const { videos } = await this.services.upload.listAllVideos({ state, ...order }, longDeadline);
    return this.videos.withEmails(videos);
  }

  private async users(query: Partial<authRpc.ListAccountsRequest>): Promise<adminRpc.User[]> {
    return this.userLists.withCounts(await this.accounts(query));
  }

  private async requests(): Promise<adminRpc.User[]> {
    const limit = maxRequests;
    const [requested, unconfirmed] = await Promise.all([
      this.accounts({ state: 'upgrade-requested', sort: 'created_at', limit }),
      this.accounts({ state: 'unconfirmed', sort: 'created_at' }),
    ]);
    return this.userLists.withCounts(upgradeRequests(requested, unconfirmed, rows));
  }

  private async accounts(query: Partial<authRpc.ListAccountsRequest>): Promise<authRpc.Account[]> {
    const all = { page: 1, limit: rows, sort: '', descending: false, q: '', plan: '', state: '' };
    return (await this.services.auth.listAccounts({ ...all, ...query }, longDeadline)).accounts;
  }
}

const emptyDashboard: Omit<adminRpc.Dashboard, 'missing' | 'wrongSettings'> = {
  users: undefined,
  videos: undefined,
  queues: undefined,
  tokenDays: [],
  failedVideos: [],
  stuckVideos: [],
  newUsers: [],
  expiringUsers: [],
  upgradeRequests: [],
};

/** The field name of the message: `tokenDays` is `token_days`. */
function protoNameOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
