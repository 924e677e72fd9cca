import { Controller, Inject, Res } from '@nestjs/common';
import type { StaffAccount } from '@vault/contracts';
import { staffRoutes as routes } from '@vault/contracts/openapi';
import type { adminRpc } from '@vault/contracts/rpc';
import { COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { currentRequestKey, type CommandBus } from '@vault/messaging';
import type { FastifyReply } from 'fastify';
import { Route, type RequestOf } from '../routes/route.ts';
import { sendSpreadsheet } from './spreadsheets/send-spreadsheet.ts';
import { staff } from './spreadsheets/spreadsheets.ts';
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
    return { data: await this.read(caller) };
  }

  @Route(routes.exportStaff)
  async export({ caller }: RequestOf<typeof routes.exportStaff>, @Res() reply: FastifyReply) {
    const rows = await this.read(caller);
    return sendSpreadsheet(reply, staff, () => Promise.resolve({ rows, total: rows.length }), rows.length);
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

  private async read(caller: adminRpc.StaffCaller): Promise<StaffAccount[]> {
    return (await this.admin.listStaff({ caller })).staff.map(toStaffAccount);
  }
}
