import type { authRpc } from '@vault/contracts/rpc';
import { anAccount } from '@vault/contracts/testing';
import { AppError } from '@vault/base';

/** The accounts that staff see, in memory. */
export class FakeAccounts {
  readonly accounts = new Map<string, authRpc.Account>();
  readonly listRequests: authRpc.ListAccountsRequest[] = [];
  /** What does not work in the process of auth because of a wrong setting. */
  readonly wrongSettings: string[] = [];
  /** While true, calls are answered `unavailable`. */
  isUnavailable = false;

  add(id: string, fields: Partial<authRpc.Account> = {}): void {
    this.accounts.set(id, anAccount({ id, ...fields }));
  }

  reset(): void {
    this.accounts.clear();
    for (const list of [this.listRequests, this.wrongSettings]) list.length = 0;
    this.isUnavailable = false;
  }

  list(request: authRpc.ListAccountsRequest): authRpc.AccountPage {
    this.requireAvailable();
    this.listRequests.push(request);
    const { page, limit, sort, descending, ...filter } = request;
    const matching = this.matching(filter);
    const valueOf = (account: authRpc.Account) => (sort === 'email' ? account.email : account.createdAt);
    matching.sort((a, b) => (valueOf(a) < valueOf(b) ? -1 : 1) * (descending ? -1 : 1));
    const size = limit === 0 ? 10_000 : limit;
    const start = (Math.max(page, 1) - 1) * size;
    return { accounts: matching.slice(start, start + size), total: matching.length };
  }

  match({ limit, ...filter }: authRpc.MatchAccountsRequest): authRpc.MatchedAccounts {
    this.requireAvailable();
    const matching = this.matching(filter);
    const accounts = matching.map(({ id, createdAt }) => ({ id, createdAt }));
    return { accounts: matching.length > limit ? [] : accounts, total: matching.length };
  }

  get(id: string): authRpc.Account {
    this.requireAvailable();
    const found = this.accounts.get(id);
    if (!found) throw AppError.notFound('The account');
    return found;
  }

  byIds(ids: readonly string[]): authRpc.Account[] {
    this.requireAvailable();
    if (ids.length > 500) throw new AppError('invalid-input', 'Too many ids.');
    return ids.flatMap((id) => this.accounts.get(id) ?? []);
  }

  count(): authRpc.AccountCounts {
    this.requireAvailable();
    return { total: this.accounts.size, created7Days: 1, wrongSettings: this.wrongSettings };
  }

  private requireAvailable(): void {
    if (this.isUnavailable) throw AppError.unavailable();
  }

  private matching({ q, plan, state }: Pick<authRpc.ListAccountsRequest, 'q' | 'plan' | 'state'>) {
    return [...this.accounts.values()].filter(
      (account) =>
        (plan === '' || account.plan === plan) &&
        (state !== 'unconfirmed' || !account.isConfirmed) &&
        (state !== 'upgrade-requested' || account.upgradeRequestedAt !== undefined) &&
        `${account.email} ${account.firstname} ${account.lastname}`.toLowerCase().includes(q.toLowerCase()),
    );
  }
}
