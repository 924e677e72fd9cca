import { Inject, Injectable } from '@nestjs/common';
import type { adminRpc, authRpc } from '@vault/contracts/rpc';
import { LOGGER, type Logger } from '@vault/platform';
import { upgradeRequests } from '../domain/upgrade-requests.ts';
import { EmployeeListService } from '../employees/employee-list.service.ts';
import { Owners, patient } from '../owners.ts';
import { VideoListService } from '../videos/video-list.service.ts';
import { DeadLetterCount } from './dead-letter-count.ts';

const rows = 10;
const days = 30;
/** Auth knows no order by request, so that is made here. */
const mostRequests = 100;

type Part = Exclude<keyof adminRpc.Dashboard, 'missing'>;

/** What staff look for first. Every part is asked for by itself: one that is away takes no other with it. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly owners: Owners,
    private readonly employees: EmployeeListService,
    private readonly videos: VideoListService,
    private readonly deadLetters: DeadLetterCount,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async get(): Promise<adminRpc.Dashboard> {
    const { auth, upload } = this.owners;
    const parts = await Promise.all([
      this.part('users', () => auth.countAccounts({}, patient)),
      this.part('videos', () => upload.countAllVideos({}, patient)),
      this.part('queues', () => this.countQueues()),
      this.part('tokenDays', async () => (await auth.tokensPerDay({ days }, patient)).days),
      this.part('failedVideos', () => this.videosIn('failed')),
      this.part('stuckVideos', () => this.videosIn('stuck')),
      this.part('newUsers', () => this.users({ sort: 'created_at', descending: true })),
      this.part('expiringUsers', () => this.users({ sort: 'membership_end', state: 'active' })),
      this.part('upgradeRequests', () => this.requests()),
    ]);
    const missing = parts.flatMap((part) => part.missing ?? []);
    const there = parts.reduce<Partial<adminRpc.Dashboard>>((all, part) => ({ ...all, ...part }), {});
    return { ...nothing, ...there, missing };
  }

  private async part<Name extends Part>(
    name: Name,
    read: () => Promise<adminRpc.Dashboard[Name]>,
  ): Promise<Partial<adminRpc.Dashboard>> {
    try {
      return { [name]: await read() };
    } catch (error) {
      this.logger.warn({ err: error, part: name }, 'the dashboard lacks a part');
      return { missing: [inProto(name)] };
    }
  }

  private async countQueues(): Promise<adminRpc.QueueCounts> {
    const [{ queued, running }, deadLetters] = await Promise.all([
      this.owners.chaptering.countOperations({}, patient),
      this.deadLetters.get(),
    ]);
    return { queued, running, deadLetters };
  }

  private async videosIn(state: string): Promise<adminRpc.Video[]> {
    const order = { page: 1, limit: rows, sort: 'created_at', descending: true, q: '', orOwnerIds: [] };
    const { videos } = await this.owners.upload.listAllVideos({ state, ...order }, patient);
    return this.videos.withEmails(videos);
  }

  private async users(query: Partial<authRpc.ListAccountsRequest>): Promise<adminRpc.Employee[]> {
    return this.employees.withCounts(await this.accounts(query));
  }

  private async requests(): Promise<adminRpc.Employee[]> {
    const limit = mostRequests;
    const [requested, unconfirmed] = await Promise.all([
      this.accounts({ state: 'upgrade-requested', sort: 'created_at', limit }),
      this.accounts({ state: 'unconfirmed', sort: 'created_at' }),
    ]);
    return this.employees.withCounts(upgradeRequests(requested, unconfirmed, rows));
  }

  private async accounts(query: Partial<authRpc.ListAccountsRequest>): Promise<authRpc.Account[]> {
    const all = { page: 1, limit: rows, sort: '', descending: false, q: '', plan: '', state: '' };
    return (await this.owners.auth.listAccounts({ ...all, ...query }, patient)).accounts;
  }
}

const nothing: Omit<adminRpc.Dashboard, 'missing'> = {
  ...{ users: undefined, videos: undefined, queues: undefined },
  ...{ tokenDays: [], failedVideos: [], stuckVideos: [], newUsers: [], expiringUsers: [] },
  upgradeRequests: [],
};

/** `tokenDays` as the message calls it: `token_days`. */
function inProto(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
