import { Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import type { adminRpc, authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { ActionRunner, type Requester } from '../actions/action-runner.ts';
import type { CommandWork } from '../actions/staff-action.schema.ts';
import { planEdit, shownFields } from '../domain/employee-edit.ts';
import { Owners } from '../owners.ts';
import { EmployeeListService } from './employee-list.service.ts';

/** Absent fields stay unchanged. */
export type EmployeeEdit = Omit<MessageData<'admin.edit-employee.v1'>, 'caller' | 'employeeId'>;

const shownOfDeleted = ['firstname', 'lastname', 'email', 'plan', 'membership_end', 'token_balance'];
const shownOfUpgrade = ['plan', 'membership_end', 'is_confirmed', 'upgrade_requested_at'];

/** Changes users on behalf of staff. */
@Injectable()
export class EmployeeService {
  constructor(
    private readonly owners: Owners,
    private readonly lists: EmployeeListService,
    private readonly runner: ActionRunner,
  ) {}

  /** @throws {AppError} `not-found` */
  async find(id: string): Promise<adminRpc.Employee> {
    const [employee] = await this.lists.withCounts([await this.get(id)]);
    if (!employee) throw new Error('One account is one employee.');
    return employee;
  }

  /**
   * An edit that changes nothing succeeds for any version, for example a repeat of an edit whose answer was lost.
   * @throws {AppError} `not-found`; the refusals of auth
   */
  async edit(by: Requester, id: string, edit: EmployeeEdit): Promise<void> {
    const { version, addTokens = 0, ...fields } = edit;
    const account = await this.get(id);
    const plan = planEdit(account, { ...fields, addTokens });
    if (!plan) return;
    const { fields: changed, before, requested } = plan;
    const expected = version === undefined ? {} : { version };
    await this.runner.run(by.actor, {
      ...{ id: by.actionId, action: 'edit-employee', before, requested },
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
      ...{ id: by.actionId, action: 'delete-employee' },
      subject: { id, name: account.email },
      before: shownFields(account, shownOfDeleted),
      work: { ...commandAbout(id, 'auth.delete-account.v1'), data, userId: '' },
    });
  }

  /** @throws {AppError} `not-found` */
  async grantUpgrade(by: Requester, id: string): Promise<void> {
    const account = await this.get(id);
    const data = { userId: id, by: by.actor.id };
    await this.runner.run(by.actor, {
      ...{ id: by.actionId, action: 'grant-upgrade' },
      subject: { id, name: account.email },
      before: shownFields(account, shownOfUpgrade),
      work: { ...commandAbout(id, 'auth.grant-upgrade.v1'), data },
    });
  }

  private async get(userId: string): Promise<authRpc.Account> {
    try {
      return await this.owners.auth.getAccount({ userId });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
      throw AppError.notFound('The user', { cause: error });
    }
  }
}

/** A command to auth about a user whose new values the audit log shows. */
function commandAbout(userId: string, type: CommandWork['type']) {
  return { kind: 'command', type, subject: userId, userId } as const;
}
