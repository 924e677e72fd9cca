import { Injectable } from '@nestjs/common';
import type { adminRpc, authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { pageByPostedVideos, type CountedRow } from '../domain/posted-videos-order.ts';
import { Owners, longDeadline } from '../owners.ts';

export type EmployeeQuery = authRpc.ListAccountsRequest;

/** A user without the number of their videos. */
export type ListedAccount = Omit<adminRpc.Employee, 'postedVideos'>;

type Counts = ReadonlyMap<string, number>;

/** The most users that one call of auth or upload accepts. */
const accountsPerCall = 10_000;
/** More would need an index over users and videos, which no service has. */
const maxSorted = 50_000;

/** Lists users of auth with the number of their videos, which upload counts. */
@Injectable()
export class EmployeeListService {
  constructor(private readonly owners: Owners) {}

  async list(query: EmployeeQuery): Promise<adminRpc.EmployeePage> {
    if (query.sort === 'posted_videos') return this.listByVideos(query);
    const { accounts, total } = await this.owners.auth.listAccounts(query, longDeadline);
    return { employees: await this.withCounts(accounts), total };
  }

  /** Adds the number of videos; without it while upload is unavailable. */
  async withCounts(accounts: readonly ListedAccount[]): Promise<adminRpc.Employee[]> {
    const count = () => this.countVideos(accounts);
    const counts = await this.owners.withFallback<Counts | undefined>('counts of videos', count, undefined);
    return accounts.map((account) => toEmployee(account, counts?.get(account.id)));
  }

  /**
   * No service has this order, so it is made here, exactly and for each request: reads the ids of all matching users
   * and counts their videos, 10,000 with two calls; then reads the users of one page.
   */
  private async listByVideos({ descending, page, limit, q, plan, state }: EmployeeQuery) {
    const filter = { q, plan, state, limit: maxSorted };
    const { accounts: matched, total } = await this.owners.auth.matchAccounts(filter, longDeadline);
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
    const accounts = await this.owners.accountsOf(rows.map(({ id }) => id));
    // Users who were deleted meanwhile are left out.
    const employees = rows.flatMap(({ id, postedVideos }) => {
      const account = accounts.get(id);
      return account ? [toEmployee(account, postedVideos)] : [];
    });
    return { employees, total };
  }

  private async countVideos(accounts: readonly { readonly id: string }[]): Promise<Counts> {
    if (accounts.length === 0) return new Map();
    const ownerIds = accounts.map(({ id }) => id);
    const { counts } = await this.owners.upload.countVideosOf({ ownerIds }, longDeadline);
    return new Map(counts.map(({ ownerId, videos }) => [ownerId, videos]));
  }
}

function tooMany(total: number): AppError {
  const msg = `${String(total)} users are too many to sort by videos. Please filter them first.`;
  return new AppError('limit-reached', msg);
}

/** A user for the staff area. @param postedVideos undefined while they cannot be counted */
function toEmployee(account: ListedAccount, postedVideos: number | undefined): adminRpc.Employee {
  return { ...account, postedVideos };
}
