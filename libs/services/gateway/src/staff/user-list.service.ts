import { Injectable } from '@nestjs/common';
import type { EmployeeRow } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { ListPage } from '../http/send-list.ts';
import { inTime, longDeadline } from './list-deadlines.ts';
import { ListPartsService } from './list-parts.service.ts';
import { pageByPostedVideos, type CountedRow } from './posted-videos-order.ts';
import { toEmployeeRow } from './to-employee-row.ts';

type UserPage = ListPage<EmployeeRow>;

type Counts = ReadonlyMap<string, number>;

/** The most users that one call of auth or upload accepts. */
const accountsPerCall = 10_000;
/** More would need an index over users and videos, which no service has. */
const maxSorted = 50_000;
/** Auth and upload sort and count whole lists. */
const listWithinMs = 20_000;

/** Users of auth with the number of their videos, which upload counts. */
@Injectable()
export class UserListService {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    private readonly parts: ListPartsService,
  ) {}

  /**
   * @throws {AppError} `limit-reached` when too many users would have to be sorted by their videos; `unavailable` when
   *   they would, and upload does not answer
   */
  list(query: authRpc.ListAccountsRequest): Promise<UserPage> {
    const isByVideos = query.sort === 'posted_videos';
    return inTime(isByVideos ? this.listByVideos(query) : this.listAccounts(query), listWithinMs);
  }

  /** @throws {AppError} `not-found` */
  async find(userId: string): Promise<EmployeeRow> {
    const [account, counts] = await Promise.all([this.get(userId), this.countIfAvailable([userId])]);
    return toEmployeeRow(account, counts?.get(userId));
  }

  /** Adds the number of videos; without it while upload is unavailable. */
  async rowsOf(accounts: readonly authRpc.Account[]): Promise<EmployeeRow[]> {
    const counts = await this.countIfAvailable(accounts.map(({ id }) => id));
    return accounts.map((account) => toEmployeeRow(account, counts?.get(account.id)));
  }

  private async get(userId: string): Promise<authRpc.Account> {
    try {
      return await this.auth.getAccount({ userId });
    } catch (error) {
      if (!AppError.is(error, 'not-found')) throw error;
      throw AppError.notFound('The user', { cause: error });
    }
  }

  private async listAccounts(query: authRpc.ListAccountsRequest): Promise<UserPage> {
    const { accounts, total } = await this.auth.listAccounts(query, longDeadline);
    return { rows: await this.rowsOf(accounts), total };
  }

  /**
   * No service has this order, so it is made here, exactly and for each request: reads the ids of all matching users
   * and counts their videos, 10,000 with two calls; then reads the users of one page.
   */
  private async listByVideos(query: authRpc.ListAccountsRequest): Promise<UserPage> {
    const { descending, page, limit, q, plan, state } = query;
    const filter = { q, plan, state, limit: maxSorted };
    const { accounts: matched, total } = await this.auth.matchAccounts(filter, longDeadline);
    if (total > maxSorted) throw tooMany(total);
    const counted: CountedRow[] = [];
    for (let start = 0; start < matched.length; start += accountsPerCall) {
      const some = matched.slice(start, start + accountsPerCall);
      const counts = await this.countVideos(some.map(({ id }) => id));
      for (const { id, createdAt } of some)
        counted.push({ id, postedVideos: counts.get(id) ?? 0, createdAt });
    }
    const order = { descending, page, limit: limit || accountsPerCall };
    const chosen = pageByPostedVideos(counted, order);
    const accounts = await this.parts.accountsOf(chosen.map(({ id }) => id));
    // Users who were deleted meanwhile are left out.
    const rows = chosen.flatMap(({ id, postedVideos }) => {
      const account = accounts.get(id);
      return account ? [toEmployeeRow(account, postedVideos)] : [];
    });
    return { rows, total };
  }

  /** Undefined while upload is unavailable. */
  private countIfAvailable(ownerIds: string[]): Promise<Counts | undefined> {
    const count = () => this.countVideos(ownerIds);
    return this.parts.withFallback<Counts | undefined>('counts of videos', count, undefined);
  }

  private async countVideos(ownerIds: string[]): Promise<Counts> {
    if (ownerIds.length === 0) return new Map();
    const { counts } = await this.upload.countVideosOf({ ownerIds }, longDeadline);
    return new Map(counts.map(({ ownerId, videos }) => [ownerId, videos]));
  }
}

function tooMany(total: number): AppError {
  const msg = `${String(total)} users are too many to sort by videos. Please filter them first.`;
  return new AppError('limit-reached', msg);
}
