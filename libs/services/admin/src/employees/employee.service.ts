import { Injectable } from '@nestjs/common';
import type { adminRpc, authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/platform';
import { ActionRunner, actorOf, type ActionRequest } from '../actions/action-runner.ts';
import type { CommandWork } from '../actions/staff-action.schema.ts';
import { planEdit, shownFields, type WantedEdit } from '../domain/employee-edit.ts';
import { Owners } from '../owners.ts';
import type { Caller } from '../sessions/staff-session.service.ts';
import { EmployeeListService } from './employee-list.service.ts';

export interface EmployeeEdit extends WantedEdit {
  /** The version that was edited; when absent, the edit applies to any version. */
  readonly version?: number | undefined;
}

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

  /**
   * An edit that changes nothing succeeds for any version, for example a repeat of an edit whose answer was lost.
   * @throws {AppError} `not-found`; the refusals of auth
   */
  async edit(caller: Caller, id: string, edit: EmployeeEdit): Promise<adminRpc.EditEmployeeReply> {
    const { version, ...wanted } = edit;
    const account = await this.get(id);
    const plan = planEdit(account, wanted);
    if (!plan) return { isStale: false, employee: await this.show(account) };
    const { fields, before, requested } = plan;
    const expected = version === undefined ? {} : { version };
    try {
      await this.runner.run(actorOf(caller), {
        action: 'edit-employee',
        subject: { id, name: account.email },
        ...{ before, requested },
        work: {
          ...commandAbout(id, 'auth.edit-account.v1'),
          data: { userId: id, ...fields, ...expected, by: caller.member.id },
          lateVersion: version ?? account.version,
        },
      });
    } catch (error) {
      const now = await this.accountAfterConflict(id, version, error);
      return { isStale: true, employee: await this.show(now) };
    }
    return { isStale: false, employee: await this.show(await this.get(id)) };
  }

  /** @throws {AppError} `not-found` */
  async delete(caller: Caller, id: string): Promise<void> {
    const account = await this.get(id);
    const work: ActionRequest['work'] = {
      ...commandAbout(id, 'auth.delete-account.v1'),
      data: { userId: id, by: caller.member.id },
      userId: '',
    };
    const before = shownFields(account, shownOfDeleted);
    const subject = { id, name: account.email };
    await this.runner.run(actorOf(caller), { action: 'delete-employee', subject, before, work });
  }

  /** @throws {AppError} `not-found` */
  async grantUpgrade(caller: Caller, id: string): Promise<adminRpc.Employee> {
    const account = await this.get(id);
    const data = { userId: id, by: caller.member.id };
    await this.runner.run(actorOf(caller), {
      action: 'grant-upgrade',
      subject: { id, name: account.email },
      before: shownFields(account, shownOfUpgrade),
      work: { ...commandAbout(id, 'auth.grant-upgrade.v1'), data },
    });
    return this.show(await this.get(id));
  }

  /** The current user when auth refused a stale version. @throws `error` in all other cases */
  private async accountAfterConflict(
    id: string,
    version: number | undefined,
    error: unknown,
  ): Promise<authRpc.Account> {
    if (version === undefined || !(error instanceof AppError && error.code === 'conflict')) throw error;
    const now = await this.get(id);
    if (now.version === version) throw error;
    return now;
  }

  private async get(userId: string): Promise<authRpc.Account> {
    try {
      return await this.owners.auth.getAccount({ userId });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
      throw AppError.notFound('The user', { cause: error });
    }
  }

  private async show(account: authRpc.Account): Promise<adminRpc.Employee> {
    const [employee] = await this.lists.withCounts([account]);
    if (!employee) throw new Error('One account is one employee.');
    return employee;
  }
}

/** A command to auth about a user whose new values the audit log shows. */
function commandAbout(userId: string, type: CommandWork['type']) {
  return { kind: 'command', type, subject: userId, userId } as const;
}
