import { Inject, Injectable } from '@nestjs/common';
import type { Dashboard, EmployeeRow, EmployeeVideoRow, TeamRow } from '@vault/contracts';
import type { adminRpc, authRpc } from '@vault/contracts/rpc';
import { LOGGER, type Logger } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { MediaLinksService, type MediaLink } from '../media/media-links.service.ts';
import { inTime, longDeadline } from './list-deadlines.ts';
import { toTeamRow } from './teams/to-team-row.ts';
import { upgradeRequests } from './upgrade-requests.ts';
import { UserListService } from './user-list.service.ts';
import { VideoListService } from './videos/video-list.service.ts';

const rows = 5;
/** Read at once, because auth cannot sort by the time of the request. */
const maxRequests = 100;

type Part = Exclude<keyof Dashboard, 'missing'>;

/** Counts of a service, with what does not work in its process because of a wrong setting. */
interface Reports {
  readonly wrongSettings: readonly string[];
}

/** The parts of the dashboard. Each is read independently: an unavailable service affects only its own parts. */
@Injectable()
export class DashboardService {
  constructor(
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
      this.part('failed_videos', () => this.videosIn('failed', link)),
      this.part('stuck_videos', () => this.videosIn('stuck', link)),
      this.part('upgrade_requests', () => this.requests()),
      this.part('team_requests', () => this.teamRequests()),
      this.part(
        'wrong_settings',
        async () => (await chaptering.listWrongSettings({}, longDeadline)).wrongSettings,
      ),
    ]);
    const missing = parts.flatMap((part) => part.missing ?? []);
    const present = parts.reduce<Partial<Dashboard>>((all, part) => ({ ...all, ...part }), {});
    for (const each of present.wrong_settings ?? []) wrongSettings.add(each);
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

  private async requests(): Promise<EmployeeRow[]> {
    const limit = maxRequests;
    const [requested, unconfirmed] = await Promise.all([
      this.accounts({ state: 'upgrade-requested', sort: 'created_at', limit }),
      this.accounts({ state: 'unconfirmed', sort: 'created_at' }),
    ]);
    return this.users.rowsOf(upgradeRequests(requested, unconfirmed, rows));
  }

  private async teamRequests(): Promise<TeamRow[]> {
    const request = { q: '', page: 1, limit: rows, isRequested: true };
    return (await this.auth.listTeams(request, longDeadline)).teams.map(toTeamRow);
  }

  private async accounts(query: Partial<authRpc.ListAccountsRequest>): Promise<authRpc.Account[]> {
    const all = { page: 1, limit: rows, sort: '', descending: false, q: '', plan: '', state: '' };
    return (await this.auth.listAccounts({ ...all, ...query }, longDeadline)).accounts;
  }
}

const emptyDashboard: Omit<Dashboard, 'missing' | 'wrong_settings'> = {
  users: null,
  videos: null,
  failed_videos: [],
  stuck_videos: [],
  upgrade_requests: [],
  team_requests: [],
};

function toUserCounts({ total, created7Days }: Omit<authRpc.AccountCounts, 'wrongSettings'>) {
  return { total, created_7_days: created7Days };
}
