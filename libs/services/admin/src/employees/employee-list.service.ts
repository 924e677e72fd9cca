import { Injectable } from '@nestjs/common';
import type { adminRpc, authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/platform';
import { pageByPostedVideos, type CountedRow } from '../domain/posted-videos-order.ts';
import { Owners, patient } from '../owners.ts';
import { toEmployee } from './to-employee.ts';

export type EmployeeQuery = authRpc.ListAccountsRequest;

type Counts = ReadonlyMap<string, number>;

/** As many as one question takes. */
const accountsAtOnce = 10_000;
/** More would take an index that knows both, which nobody owns. */
const mostSorted = 50_000;

/** Lists users with the number of their videos: auth has the ones, upload the others. */
@Injectable()
export class EmployeeListService {
  constructor(private readonly owners: Owners) {}

  async list(query: EmployeeQuery): Promise<adminRpc.EmployeePage> {
    if (query.sort === 'posted_videos') return this.listByVideos(query);
    const { accounts, total } = await this.owners.auth.listAccounts(query, patient);
    return { employees: await this.withCounts(accounts), total };
  }

  /** With their counts, or without while upload is away. */
  async withCounts(accounts: readonly authRpc.Account[]): Promise<adminRpc.Employee[]> {
    const ask = () => this.countVideos(accounts);
    const counts = await this.owners.unlessAway<Counts | undefined>('counts of videos', ask, undefined);
    return accounts.map((account) => toEmployee(account, counts?.get(account.id)));
  }

  /**
   * No owner knows this order, so it is made here, exact at each request: of every user that matches the id alone is read
   * and their videos counted, 10,000 with two calls; then the users of one page are read.
   */
  private async listByVideos({ descending, page, limit, q, plan, state }: EmployeeQuery) {
    const filter = { q, plan, state, limit: mostSorted };
    const { accounts: matched, total } = await this.owners.auth.matchAccounts(filter, patient);
    if (total > mostSorted) throw tooMany(total);
    const counted: CountedRow[] = [];
    for (let start = 0; start < matched.length; start += accountsAtOnce) {
      const some = matched.slice(start, start + accountsAtOnce);
      const counts = await this.countVideos(some);
      for (const { id, createdAt } of some)
        counted.push({ id, postedVideos: counts.get(id) ?? 0, createdAt });
    }
    const order = { descending, page: Math.max(page, 1), limit: limit || accountsAtOnce };
    const rows = pageByPostedVideos(counted, order);
    const accounts = await this.owners.accountsOf(rows.map(({ id }) => id));
    // Who was deleted meanwhile is left out.
    const employees = rows.flatMap(({ id, postedVideos }) => {
      const account = accounts.get(id);
      return account ? [toEmployee(account, postedVideos)] : [];
    });
    return { employees, total };
  }

  private async countVideos(accounts: readonly { readonly id: string }[]): Promise<Counts> {
    if (accounts.length === 0) return new Map();
    const ownerIds = accounts.map(({ id }) => id);
    const { counts } = await this.owners.upload.countVideosOf({ ownerIds }, patient);
    return new Map(counts.map(({ ownerId, videos }) => [ownerId, videos]));
  }
}

function tooMany(total: number): AppError {
  const msg = `${String(total)} users are too many to sort by their videos. Please filter them first.`;
  return new AppError('limit-reached', msg);
}
