import { Controller, Inject } from '@nestjs/common';
import { staffRoutes as routes } from '@vault/contracts/openapi';
import { COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { currentRequestKey, type CommandBus } from '@vault/messaging';
import { Route, type RequestOf } from '../routes/route.ts';
import { toStaffAccount } from './to-staff-account.ts';

/** Changes hash a password and add two lines to the audit log. */
const changeDeadline = { deadlineMs: 10_000 };

/** Members of staff, for the role `owner` only. */
@Controller()
export class StaffController {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @Route(routes.listStaff)
  async list({ caller }: RequestOf<typeof routes.listStaff>) {
    const { staff } = await this.admin.listStaff({ caller });
    return { data: staff.map(toStaffAccount) };
  }

  @Route(routes.addStaff)
  async add({ caller, body }: RequestOf<typeof routes.addStaff>) {
    const request = { caller, ...body, requestKey: currentRequestKey() };
    return { data: toStaffAccount(await this.admin.addStaff(request, changeDeadline)) };
  }

  @Route(routes.editStaff)
  async edit({ caller, params: { id }, body }: RequestOf<typeof routes.editStaff>) {
    const { role, password: newPassword, is_active: isActive } = body;
    const request = { caller, id, role, newPassword, isActive };
    return { data: toStaffAccount(await this.admin.editStaff(request, changeDeadline)) };
  }

  @Route(routes.removeStaff)
  async remove({ caller, params: { id } }: RequestOf<typeof routes.removeStaff>) {
    await this.commands.send('admin.remove-staff.v1', { caller, id }, { subject: id, ...changeDeadline });
  }
}
