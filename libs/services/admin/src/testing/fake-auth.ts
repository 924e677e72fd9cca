import { Injectable } from '@nestjs/common';
import type { MessageData, PlanId } from '@vault/contracts';
import { authRpc } from '@vault/contracts/rpc';
import { anAccount } from '@vault/contracts/testing';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { CommandResult, MessageConsumer, MessageHandlers } from '@vault/messaging';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';

const { getAccounts, getAccount, getTeam } = authRpc.AuthServiceService;
const rpc = { getAccounts, getAccount, getTeam };

/** An in-memory fake of auth. */
export class FakeAuth {
  readonly accounts = new Map<string, authRpc.Account>();
  readonly teams = new Map<string, authRpc.Team>();
  /** Ids of the commands that have had their effect. */
  readonly handled: string[] = [];
  /** All received commands, with repeats. */
  readonly received: { readonly id: string; readonly type: string; readonly data: unknown }[] = [];
  /** Number of reads of one account. */
  reads = 0;
  /** While true, calls are answered `unavailable`. */
  isUnavailable = false;
  /** Number of calls that were answered so. */
  refusals = 0;
  /** When true, commands have their effect but their outcome is lost. */
  isLosingOutcomes = false;

  add(id: string, fields: Partial<authRpc.Account> = {}): authRpc.Account {
    const account = anAccount({ id, ...fields });
    this.accounts.set(id, account);
    return account;
  }

  definition(): ServiceDefinition {
    const reply = <Answer>(answer: () => Answer): Answer => {
      if (!this.isUnavailable) return answer();
      this.refusals += 1;
      throw AppError.unavailable();
    };
    const { accounts, teams } = this;
    const countRead = () => (this.reads += 1);
    @RpcController(rpc)
    class AuthGrpc {
      getAccounts({ ids }: authRpc.GetAccountsRequest) {
        return reply(() => ({ accounts: ids.flatMap((id) => accounts.get(id) ?? []) }));
      }
      getTeam({ ownerId }: authRpc.OwnerRequest) {
        const found = teams.get(ownerId);
        if (!found) throw AppError.notFound('The team');
        return found;
      }
      getAccount({ userId }: authRpc.UserRequest) {
        return reply(() => {
          countRead();
          const found = accounts.get(userId);
          if (!found) throw AppError.notFound('The account');
          return { ...found };
        });
      }
    }
    const handle = this.handle.bind(this);
    const outcomeOf = this.outcomeOf.bind(this);
    const edit = this.edit.bind(this);
    const remove = ({ userId }: { userId: string }) => void accounts.delete(userId);
    const grant = ({ userId }: { userId: string }) =>
      this.change(userId, { plan: 'executive', isConfirmed: true, upgradeRequestedAt: undefined });
    @Injectable()
    class AuthCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'auth.edit-account.v1': async (data, { message }) => {
          await handle(message, () => edit(data));
          return outcomeOf(data.userId);
        },
        'auth.edit-team-plan.v1': async ({ ownerId, plan = 'free' }, { message }) => {
          await handle(message, () => void teams.set(ownerId, { ...teams.get(ownerId)!, plan }));
          const { version, membershipEnd, isActive, isConfirmed, tokenBalance } = teams.get(ownerId)!;
          return { version, account: { plan, membershipEnd, isActive, isConfirmed, tokenBalance } };
        },
        'auth.delete-account.v1': (data, { message }) => handle(message, () => remove(data)),
        'auth.grant-upgrade.v1': async (data, { message }) => {
          await handle(message, () => grant(data));
          return outcomeOf(data.userId);
        },
      };
    }
    return fakeService('auth', rpc, AuthGrpc, AuthCommands);
  }

  // oxlint-disable-next-line typescript/require-await -- what `effect` throws is the rejection
  private async handle(
    message: { id: string; type: string; data: unknown },
    effect: () => void,
  ): Promise<void> {
    this.received.push(message);
    if (!this.handled.includes(message.id)) {
      effect();
      this.handled.push(message.id);
    }
    if (this.isLosingOutcomes) throw AppError.unavailable();
  }

  private outcomeOf(userId: string): CommandResult {
    const account = this.accounts.get(userId)!;
    const { version, plan, membershipEnd, isActive, isConfirmed, tokenBalance, upgradeRequestedAt } = account;
    const fields = { membershipEnd, isActive, isConfirmed, tokenBalance, upgradeRequestedAt };
    return { version, account: { plan: plan as PlanId, ...fields } };
  }

  private edit({ userId, version, addTokens = 0, ...edit }: MessageData<'auth.edit-account.v1'>): void {
    const found = this.accounts.get(userId);
    if (!found) throw AppError.notFound('The account');
    if (version !== undefined && version !== found.version)
      throw new AppError('conflict', 'The account was changed meanwhile.');
    const tokenBalance = found.tokenBalance + addTokens;
    if (tokenBalance < 0) throw new AppError('invalid-input', 'There are too few tokens.');
    const { firstname, lastname, plan, isActive, membershipEnd } = { ...found, ...edit };
    this.change(userId, { firstname, lastname, plan, isActive, membershipEnd, tokenBalance });
  }

  private change(userId: string, fields: Partial<authRpc.Account>): void {
    const found = this.accounts.get(userId);
    if (!found) throw AppError.notFound('The account');
    this.accounts.set(userId, { ...found, ...fields, version: found.version + 1 });
  }
}
