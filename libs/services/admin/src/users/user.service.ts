import { Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { ActionRunner, type Requester } from '../actions/action-runner.ts';
import type { CommandWork } from '../actions/staff-action.schema.ts';
import { planEdit, shownFields } from '../domain/user-edit.ts';

/** Absent fields stay unchanged. */
export type UserEdit = Omit<MessageData<'admin.edit-user.v1'>, 'caller' | 'userId'>;

const shownOfDeleted = ['firstname', 'lastname', 'email', 'plan', 'membership_end', 'token_balance'];
const shownOfUpgrade = ['plan', 'membership_end', 'is_confirmed', 'upgrade_requested_at'];

/** Changes users on behalf of staff. */
@Injectable()
export class UserService {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    private readonly runner: ActionRunner,
  ) {}

  /**
   * An edit that changes nothing succeeds for any version, for example a repeat of an edit whose answer was lost.
   * @throws {AppError} `not-found`; the refusals of auth
   */
  async edit(by: Requester, id: string, edit: UserEdit): Promise<void> {
    const { version, addTokens = 0, ...fields } = edit;
    const account = await this.get(id);
    const plan = planEdit(account, { ...fields, addTokens });
    if (!plan) return;
    const { fields: changed, before, requested } = plan;
    const expected = version === undefined ? {} : { version };
    await this.runner.run(by.actor, {
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

  /** @throws {AppError} `not-found` */
  async grantUpgrade(by: Requester, id: string): Promise<void> {
    const account = await this.get(id);
    const data = { userId: id, by: by.actor.id };
    await this.runner.run(by.actor, {
      id: by.actionId,
      action: 'grant-upgrade',
      subject: { id, name: account.email },
      before: shownFields(account, shownOfUpgrade),
      work: { ...commandAbout(id, 'auth.grant-upgrade.v1'), data },
    });
  }

  private async get(userId: string): Promise<authRpc.Account> {
    try {
      return await this.auth.getAccount({ userId });
    } catch (error) {
      if (!AppError.is(error, 'not-found')) throw error;
      throw AppError.notFound('The user', { cause: error });
    }
  }
}

function commandAbout(userId: string, type: CommandWork['type']) {
  return { kind: 'command', type, subject: userId } as const;
}
