import { Injectable } from '@nestjs/common';
import type { adminRpc, authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { pageByPostedVideos, type CountedRow } from '../domain/posted-videos-order.ts';
import { UpstreamServices, longDeadline } from '../upstream-services.ts';

export type UserQuery = authRpc.ListAccountsRequest;

/** A user without the number of their videos. */
export type ListedAccount = Omit<adminRpc.User, 'postedVideos'>;

type Counts = ReadonlyMap<string, number>;

/** The most users that one call of auth or upload accepts. */
const accountsPerCall = 10_000;
/** More would need an index over users and videos, which no service has. */
const maxSorted = 50_000;

/** Lists users of auth with the number of their videos, which upload counts. */
@Injectable()
export class UserListService {
  constructor(private readonly services: UpstreamServices) {}

  async list(query: UserQuery): Promise<adminRpc.UserPage> {
    if (query.sort === 'posted_videos') return this.listByVideos(query);
    const { accounts, total } = await this.services.auth.listAccounts(query, longDeadline);
    return { users: await this.withCounts(accounts), total };
  }

  /** Adds the number of videos; without it while upload is unavailable. */
  async withCounts(accounts: readonly ListedAccount[]): Promise<adminRpc.User[]> {
    const count = () => this.countVideos(accounts);
    const counts = await this.services.withFallback<Counts | undefined>('counts of videos', count, undefined);
    return accounts.map((account) => toWireUser(account, counts?.get(account.id)));
  }

  /**
   * No service has this order, so it is made here, exactly and for each request: reads the ids of all matching users
   * and counts their videos, 10,000 with two calls; then reads the users of one page.
   */
  private async listByVideos({ descending, page, limit, q, plan, state }: UserQuery) {
    const filter = { q, plan, state, limit: maxSorted };
    const { accounts: matched, total } = await this.services.auth.matchAccounts(filter, longDeadline);
    if (total > maxSorted) throw tooMany(total);
    const counted: CountedRow[] = [];
    for (let start = 0; start < matched.length; start += accountsPerCall) {
      const some = matched.slice(start, start + accountsPerCall);
      const counts = await this.countVideos(some);
      for (const { id, createdAt } of some)
        counted.push({ id, postedVideos: counts.get(id) ?? 0, createdAt });
    }
    const order = { descending, page: Math.max(page, 1), limit: limit || accountsPerCall };
    const rows = pageByPostedVideos(counted, order);
    const accounts = await this.services.accountsOf(rows.map(({ id }) => id));
    // Users who were deleted meanwhile are left out.
    const users = rows.flatMap(({ id, postedVideos }) => {
      const account = accounts.get(id);
      return account ? [toWireUser(account, postedVideos)] : [];
    });
    return { users, total };
  }

  private async countVideos(accounts: readonly { readonly id: string }[]): Promise<Counts> {
    if (accounts.length === 0) return new Map();
    const ownerIds = accounts.map(({ id }) => id);
    const { counts } = await this.services.upload.countVideosOf({ ownerIds }, longDeadline);
    return new Map(counts.map(({ ownerId, videos }) => [ownerId, videos]));
  }
}

function tooMany(total: number): AppError {
  const msg = `${String(total)} users are too many to sort by videos. Please filter them first.`;
  return new AppError('limit-reached', msg);
}

/** A user for the staff area. @param postedVideos undefined while they cannot be counted */
function toWireUser(account: ListedAccount, postedVideos: number | undefined): adminRpc.User {
  return { ...account, postedVideos };
}
