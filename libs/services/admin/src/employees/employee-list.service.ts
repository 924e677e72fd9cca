import { Injectable } from '@nestjs/common';
import type { adminRpc, authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/platform';
import { pageByPostedVideos } from '../domain/posted-videos-order.ts';
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
   * No owner knows this order, so it is made here, exact at each request: every user that matches is read and counted,
   * 10,000 with two calls, and one page of them is answered.
   */
  private async listByVideos({ descending, page, limit, ...filter }: EmployeeQuery) {
    const { accounts, total } = await this.readAll(filter);
    const counted: { id: string; postedVideos: number; createdAt: number; account: authRpc.Account }[] = [];
    for (let start = 0; start < accounts.length; start += accountsAtOnce) {
      const some = accounts.slice(start, start + accountsAtOnce);
      const counts = await this.countVideos(some);
      for (const account of some) {
        const { id, createdAt } = account;
        counted.push({ id, postedVideos: counts.get(id) ?? 0, createdAt, account });
      }
    }
    const order = { descending, page: Math.max(page, 1), limit: limit || accountsAtOnce };
    const rows = pageByPostedVideos(counted, order);
    return { employees: rows.map(({ account, postedVideos }) => toEmployee(account, postedVideos)), total };
  }

  private async readAll(filter: Pick<EmployeeQuery, 'q' | 'plan' | 'state' | 'sort'>) {
    const found = new Map<string, authRpc.Account>();
    let total = 0;
    for (let page = 1; page === 1 || (page - 1) * accountsAtOnce < total; page += 1) {
      const order = { sort: 'created_at', descending: true, page, limit: accountsAtOnce };
      const answer = await this.owners.auth.listAccounts({ ...filter, ...order }, patient);
      if (page === 1) total = answer.total;
      if (total > mostSorted) throw tooMany(total);
      // Who registers meanwhile moves others to the next page.
      for (const account of answer.accounts) found.set(account.id, account);
    }
    return { accounts: [...found.values()], total };
  }

  private async countVideos(accounts: readonly authRpc.Account[]): Promise<Counts> {
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
