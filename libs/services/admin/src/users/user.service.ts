import { Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import type { adminRpc, authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import type { CommandResult } from '@vault/messaging';
import { LRUCache } from 'lru-cache';
import { ActionRunner, type Requester } from '../actions/action-runner.ts';
import type { CommandWork } from '../actions/staff-action.schema.ts';
import { planEdit, shownFields } from '../domain/user-edit.ts';
import { UpstreamServices } from '../upstream-services.ts';
import { UserListService, type ListedAccount } from './user-list.service.ts';

/** Absent fields stay unchanged. */
export type UserEdit = Omit<MessageData<'admin.edit-user.v1'>, 'caller' | 'userId'>;

const shownOfDeleted = ['firstname', 'lastname', 'email', 'plan', 'membership_end', 'token_balance'];
/** `ttl` in milliseconds. */
const editedOptions = { max: 500, ttl: 10_000 };

const shownOfUpgrade = ['plan', 'membership_end', 'is_confirmed', 'upgrade_requested_at'];

/** Changes users on behalf of staff. */
@Injectable()
export class UserService {
  /** The last edits, by user: their senders read them next. */
  private readonly edited = new LRUCache<string, ListedAccount>(editedOptions);

  constructor(
    private readonly services: UpstreamServices,
    private readonly lists: UserListService,
    private readonly runner: ActionRunner,
  ) {}

  /**
   * @param version the version that the caller wrote: a cached user of this version is returned
   * @throws {AppError} `not-found`
   */
  async find(id: string, version?: number): Promise<adminRpc.User> {
    const edited = this.edited.get(id);
    const account = edited && edited.version === version ? edited : await this.get(id);
    const [user] = await this.lists.withCounts([account]);
    if (!user) throw new Error('One account is one user.');
    return user;
  }

  /**
   * An edit that changes nothing succeeds for any version, for example a repeat of an edit whose answer was lost.
   * @returns the version to read
   * @throws {AppError} `not-found`; the refusals of auth
   */
  async edit(by: Requester, id: string, edit: UserEdit): Promise<CommandResult> {
    const { version, addTokens = 0, ...fields } = edit;
    const account = await this.get(id);
    const plan = planEdit(account, { ...fields, addTokens });
    if (!plan) {
      this.edited.set(id, account);
      return { version: account.version };
    }
    const { fields: changed, before, requested } = plan;
    const expected = version === undefined ? {} : { version };
    const result = await this.runner.run(by.actor, {
      id: by.actionId,
      action: 'edit-employee',
      before,
      requested,
      subject: { id, name: account.email },
      work: {
        ...commandAbout(id, 'auth.edit-account.v1'),
        data: { userId: id, ...changed, ...expected, by: by.actor.id },
        lateVersion: version ?? account.version,
      },
    });
    const { firstname = account.firstname, lastname = account.lastname } = changed;
    return this.remember({ ...account, firstname, lastname }, result);
  }

  /** @throws {AppError} `not-found` */
  async delete(by: Requester, id: string): Promise<void> {
    const account = await this.get(id);
    const data = { userId: id, by: by.actor.id };
    await this.runner.run(by.actor, {
      id: by.actionId,
      action: 'delete-employee',
      subject: { id, name: account.email },
      before: shownFields(account, shownOfDeleted),
      work: { ...commandAbout(id, 'auth.delete-account.v1'), data },
    });
  }

  /** @returns the version to read @throws {AppError} `not-found` */
  async grantUpgrade(by: Requester, id: string): Promise<CommandResult> {
    const account = await this.get(id);
    const data = { userId: id, by: by.actor.id };
    const result = await this.runner.run(by.actor, {
      id: by.actionId,
      action: 'grant-upgrade',
      subject: { id, name: account.email },
      before: shownFields(account, shownOfUpgrade),
      work: { ...commandAbout(id, 'auth.grant-upgrade.v1'), data },
    });
    return this.remember(account, result);
  }

  /** Caches the user after a change, unless somebody else changed them meanwhile. */
  private remember(before: authRpc.Account, { version, account }: CommandResult = {}): CommandResult {
    if (account && version === before.version + 1)
      this.edited.set(before.id, { ...before, upgradeRequestedAt: undefined, ...account, version });
    return { version };
  }

  private async get(userId: string): Promise<authRpc.Account> {
    try {
      return await this.services.auth.getAccount({ userId });
    } catch (error) {
      if (!AppError.is(error, 'not-found')) throw error;
      throw AppError.notFound('The user', { cause: error });
    }
  }
}

function commandAbout(userId: string, type: CommandWork['type']) {
  return { kind: 'command', type, subject: userId } as const;
}
