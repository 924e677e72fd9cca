import { Body, Controller, Delete, Get, Inject, Param, UseGuards } from '@nestjs/common';
import { addStaffBody, editStaffBody, staffId } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { currentRequestKey, type CommandBus } from '@vault/messaging';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import { readId } from '../http/read-id.ts';
import { CurrentStaff, StaffGuard } from './staff.guard.ts';
import { toStaffAccount } from './to-staff-account.ts';

/** Changes hash a password and add two lines to the audit log. */
const changeDeadline = { deadlineMs: 10_000 };

/** Members of staff, for the role `owner` only. */
@Controller('api/admin/staff')
@UseGuards(StaffGuard)
export class StaffController {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @Get()
  async list(@CurrentStaff() caller: adminRpc.StaffCaller) {
    const { staff } = await this.admin.listStaff({ caller });
    return { status: 'success', data: staff.map(toStaffAccount) };
  }

  @PostRoute()
  async add(@CurrentStaff() caller: adminRpc.StaffCaller, @Body() body: unknown) {
    const member = parse(addStaffBody, body);
    const request = { caller, ...member, requestKey: currentRequestKey() };
    const added = await this.admin.addStaff(request, changeDeadline);
    return { status: 'success', data: toStaffAccount(added) };
  }

  @PostRoute(':id')
  async edit(@CurrentStaff() caller: adminRpc.StaffCaller, @Param('id') id: string, @Body() body: unknown) {
    const memberId = readId(staffId, id, 'The member of staff');
    const { role, password: newPassword, is_active: isActive } = parse(editStaffBody, body);
    const edited = await this.admin.editStaff(
      { caller, id: memberId, role, newPassword, isActive },
      changeDeadline,
    );
    return { status: 'success', data: toStaffAccount(edited) };
  }

  @Delete(':id')
  async remove(@CurrentStaff() caller: adminRpc.StaffCaller, @Param('id') id: string) {
    const memberId = readId(staffId, id, 'The member of staff');
    await this.commands.send(
      'admin.remove-staff.v1',
      { caller, id: memberId },
      { subject: memberId, ...changeDeadline },
    );
    return { status: 'success', data: {} };
  }
}
