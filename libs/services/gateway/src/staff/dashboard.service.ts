import { Inject, Injectable } from '@nestjs/common';
import type { Dashboard, EmployeeRow, EmployeeVideoRow } from '@vault/contracts';
import type { adminRpc, authRpc } from '@vault/contracts/rpc';
import { LOGGER, type Logger } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { MediaLinksService, type MediaLink } from '../media/media-links.service.ts';
import { inTime, longDeadline } from './list-deadlines.ts';
import { upgradeRequests } from './upgrade-requests.ts';
import { UserListService } from './user-list.service.ts';
import { VideoListService } from './video-list.service.ts';

const rows = 5;
const days = 30;
/** Read at once, because auth cannot sort by the time of the request. */
const maxRequests = 100;

type Part = Exclude<keyof Dashboard, 'missing' | 'wrong_settings'>;

/** Counts of a service, with what does not work in its process because of a wrong setting. */
interface Reports {
  readonly wrongSettings: readonly string[];
}

/** The parts of the dashboard. Each is read independently: an unavailable service affects only its own parts. */
@Injectable()
export class DashboardService {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    private readonly users: UserListService,
    private readonly videos: VideoListService,
    private readonly links: MediaLinksService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get(caller: adminRpc.StaffCaller): Promise<Dashboard> {
    return inTime(this.read(caller));
  }

  private async read(caller: adminRpc.StaffCaller): Promise<Dashboard> {
    const { auth, upload, chaptering } = this;
    const link = this.links.forStaff(caller);
    const wrongSettings = new Set<string>();
    const countsOf = async <Counts extends Reports>(
      counting: Promise<Counts>,
    ): Promise<Omit<Counts, 'wrongSettings'>> => {
      const { wrongSettings: reported, ...counts } = await counting;
      for (const each of reported) wrongSettings.add(each);
      return counts;
    };
    const parts = await Promise.all([
      this.part('users', async () => toUserCounts(await countsOf(auth.countAccounts({}, longDeadline)))),
      this.part('videos', () => countsOf(upload.countAllVideos({}, longDeadline))),
      this.part('queues', async () => {
        const [counts, { count }] = await Promise.all([
          countsOf(chaptering.countOperations({}, longDeadline)),
          this.admin.countDeadLetters({ caller }, longDeadline),
        ]);
        return { ...counts, dead_letters: count };
      }),
      this.part('token_days', async () => (await auth.tokensPerDay({ days }, longDeadline)).days),
      this.part('failed_videos', () => this.videosIn('failed', link)),
      this.part('stuck_videos', () => this.videosIn('stuck', link)),
      this.part('new_users', () => this.usersBy({ sort: 'created_at', descending: true })),
      this.part('expiring_users', () => this.usersBy({ sort: 'membership_end', state: 'active' })),
      this.part('upgrade_requests', () => this.requests()),
    ]);
    const missing = parts.flatMap((part) => part.missing ?? []);
    const present = parts.reduce<Partial<Dashboard>>((all, part) => ({ ...all, ...part }), {});
    return { ...emptyDashboard, ...present, missing, wrong_settings: [...wrongSettings] };
  }

  private async part<Name extends Part>(
    name: Name,
    read: () => Promise<Dashboard[Name]>,
  ): Promise<Partial<Dashboard>> {
    try {
      return { [name]: await read() };
    } catch (error) {
      this.logger.warn({ err: error, part: name }, 'a part of the dashboard is unavailable');
      return { missing: [name] };
    }
  }

  private async videosIn(state: string, link: MediaLink): Promise<EmployeeVideoRow[]> {
    const order = { page: 1, limit: rows, sort: 'created_at', descending: true, q: '', orOwnerIds: [] };
    const { videos } = await this.upload.listAllVideos({ state, ...order }, longDeadline);
    return this.videos.rowsOf(videos, link);
  }

  private async usersBy(query: Partial<authRpc.ListAccountsRequest>): Promise<EmployeeRow[]> {
    return this.users.rowsOf(await this.accounts(query));
  }

  private async requests(): Promise<EmployeeRow[]> {
    const limit = maxRequests;
    const [requested, unconfirmed] = await Promise.all([
      this.accounts({ state: 'upgrade-requested', sort: 'created_at', limit }),
      this.accounts({ state: 'unconfirmed', sort: 'created_at' }),
    ]);
    return this.users.rowsOf(upgradeRequests(requested, unconfirmed, rows));
  }

  private async accounts(query: Partial<authRpc.ListAccountsRequest>): Promise<authRpc.Account[]> {
    const all = { page: 1, limit: rows, sort: '', descending: false, q: '', plan: '', state: '' };
    return (await this.auth.listAccounts({ ...all, ...query }, longDeadline)).accounts;
  }
}

const emptyDashboard: Pick<Dashboard, Part> = {
  users: null,
  videos: null,
  queues: null,
  token_days: [],
  failed_videos: [],
  stuck_videos: [],
  new_users: [],
  expiring_users: [],
  upgrade_requests: [],
};

function toUserCounts(counts: Omit<authRpc.AccountCounts, 'wrongSettings'>): NonNullable<Dashboard['users']> {
  const { total, created7Days, expiring7Days, unconfirmed, upgradeRequested } = counts;
  return {
    ...{ total, unconfirmed, created_7_days: created7Days, expiring_7_days: expiring7Days },
    upgrade_requested: upgradeRequested,
  };
}
