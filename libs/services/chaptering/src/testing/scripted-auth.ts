import { authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';

/** One reservation or settlement that took effect. */
export interface LedgerEntry {
  readonly what: 'reserve' | 'settle';
  readonly operationId: string;
  readonly amount: number;
}

/** The answers and the token ledger of a scripted auth service. */
export class ScriptedAuth {
  quoteCount = 1;
  customPrompt = '';
  baseSearchPrompt = '';
  isUnavailable = false;
  /** Why the person may not spend; empty when they may. */
  refusal = '';
  /** The account was deleted. */
  isDeleted = false;
  /** Only settling fails. */
  isSettlingUnavailable = false;
  balance = 1_000_000;
  /** Without repeated calls, which have no effect. */
  readonly ledger: LedgerEntry[] = [];

  /** The number of reservations that are not settled. */
  get open(): number {
    const settled = new Set(this.of('settle').map(({ operationId }) => operationId));
    return this.of('reserve').filter(({ operationId }) => !settled.has(operationId)).length;
  }

  of(what: LedgerEntry['what']): LedgerEntry[] {
    return this.ledger.filter((entry) => entry.what === what);
  }

  /** The latest reservation request. */
  lastReservation: authRpc.ReserveTokensRequest | undefined;

  settings(): authRpc.Settings {
    const { quoteCount, customPrompt, baseSearchPrompt } = this;
    return { quoteCount, customPrompt, baseSearchPrompt };
  }

  reserve(request: authRpc.ReserveTokensRequest): void {
    const { operationId, amount } = request;
    this.lastReservation = request;
    if (this.isThere('reserve', operationId)) return;
    if (this.refusal) throw new AppError('limit-reached', this.refusal);
    if (amount > this.balance) throw new AppError('limit-reached', 'You have too few tokens left for this.');
    this.balance -= amount;
    this.ledger.push({ what: 'reserve', operationId, amount });
  }

  /** The latest settlement request. */
  lastSettlement: authRpc.SettleTokensRequest | undefined;

  settle(request: authRpc.SettleTokensRequest): void {
    const { operationId, amount } = request;
    this.lastSettlement = request;
    if (this.isSettlingUnavailable) throw AppError.unavailable();
    if (this.isDeleted) throw AppError.notFound('The account');
    const reserved = this.of('reserve').find((entry) => entry.operationId === operationId);
    if (!reserved || this.isThere('settle', operationId)) return;
    if (amount > reserved.amount) throw new Error('More was spent than was reserved.');
    this.balance += reserved.amount - amount;
    this.ledger.push({ what: 'settle', operationId, amount });
  }

  entitlement(): authRpc.Entitlement {
    if (this.isDeleted) throw AppError.notFound('The account');
    return { isAllowed: this.refusal === '', msg: this.refusal, videoLimit: 2, portalLimit: 0 };
  }

  private isThere(what: LedgerEntry['what'], operationId: string): boolean {
    return this.of(what).some((entry) => entry.operationId === operationId);
  }
}

/** An auth service with scripted answers. */
export function scriptedAuthService(script: ScriptedAuth): ServiceDefinition {
  const { getEntitlement, getSettings, getBalanceAndSettings, reserveTokens, settleTokens } =
    authRpc.AuthServiceService;
  const rpc = { getEntitlement, getSettings, getBalanceAndSettings, reserveTokens, settleTokens };
  const answer = <Reply>(reply: () => Reply): Promise<Reply> =>
    script.isUnavailable ? Promise.reject(AppError.unavailable()) : Promise.resolve().then(reply);
  @RpcController(rpc)
  class AuthGrpc {
    getEntitlement() {
      return answer(() => script.entitlement());
    }
    getSettings() {
      return answer(() => script.settings());
    }
    getBalanceAndSettings() {
      return answer(() => ({ ...script.settings(), balance: script.balance }));
    }
    reserveTokens(request: authRpc.ReserveTokensRequest) {
      return answer(() => (script.reserve(request), { balance: script.balance }));
    }
    settleTokens(request: authRpc.SettleTokensRequest) {
      return answer(() => (script.settle(request), { balance: script.balance }));
    }
  }
  return fakeService('auth', rpc, AuthGrpc);
}
