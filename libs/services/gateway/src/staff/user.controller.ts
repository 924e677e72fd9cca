import { Controller, Inject, Res } from '@nestjs/common';
import { employeeSorts, pageOf, sortOrder } from '@vault/contracts';
import { adminRoutes as routes } from '@vault/contracts/openapi';
import { COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import type { FastifyReply } from 'fastify';
import type { PageRequest } from '../http/send-list.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { changeDeadline } from './change-deadline.ts';
import { currentAfterConflict } from './current-after-conflict.ts';
import { sendSpreadsheet } from './spreadsheets/send-spreadsheet.ts';
import { users } from './spreadsheets/spreadsheets.ts';
import { UserListService } from './user-list.service.ts';

/** Users of the product, for staff. */
@Controller()
export class UserController {
  constructor(
    private readonly users: UserListService,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @Route(routes.listEmployees)
  async list({ query }: RequestOf<typeof routes.listEmployees>) {
    const { rows, total } = await this.read(query, pageOf(query));
    return { data: rows, total };
  }

  @Route(routes.exportEmployees)
  export({ query }: RequestOf<typeof routes.exportEmployees>, @Res() reply: FastifyReply) {
    return sendSpreadsheet(reply, users, (page) => this.read(query, page));
  }

  @Route(routes.editEmployee)
  async edit({ caller, params, body, reply }: RequestOf<typeof routes.editEmployee>) {
    const userId = params.id;
    const { firstname, lastname, plan, version, ...edit } = body;
    const { is_active: isActive, membership_end: membershipEnd, add_token: addTokens } = edit;
    const fields = { firstname, lastname, plan, isActive, membershipEnd, addTokens, version };
    const data = { caller, userId, ...fields };
    try {
      const options = { subject: userId, ...changeDeadline };
      await this.commands.send('admin.edit-user.v1', data, options);
      return { msg: 'The user was updated.', data: await this.users.find(userId) };
    } catch (error) {
      const read = () => this.users.find(userId);
      return currentAfterConflict(error, { reply, noun: 'user', version, read });
    }
  }

  @Route(routes.deleteEmployee)
  async delete({ caller, params: { id: userId } }: RequestOf<typeof routes.deleteEmployee>) {
    const options = { subject: userId, ...changeDeadline };
    await this.commands.send('admin.delete-user.v1', { caller, userId }, options);
  }

  @Route(routes.grantUpgrade)
  async grantUpgrade({ caller, params: { id: userId } }: RequestOf<typeof routes.grantUpgrade>) {
    const options = { subject: userId, ...changeDeadline };
    await this.commands.send('admin.grant-upgrade.v1', { caller, userId }, options);
    return { msg: 'The upgrade was granted.', data: await this.users.find(userId) };
  }

  private read(query: RequestOf<typeof routes.exportEmployees>['query'], page: PageRequest) {
    const { q = '', plan = '', state = '', sort } = query;
    return this.users.list({ ...page, ...sortOrder(employeeSorts, sort), q, plan, state });
  }
}
