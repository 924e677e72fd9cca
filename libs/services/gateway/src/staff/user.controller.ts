import { Body, Controller, Delete, Get, Inject, Param, Query, Res, UseGuards } from '@nestjs/common';
import {
  editEmployeeBody,
  employeeId,
  employeeSorts,
  employeesQuery,
  pageOf,
  sortOrder,
  toErrorEnvelope,
  type EmployeeRow,
  type MessageData,
} from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { AppError, COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import type { FastifyReply } from 'fastify';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import { readId } from '../http/read-id.ts';
import { changeDeadline } from './change-deadline.ts';
import { CurrentStaff, StaffGuard } from './staff.guard.ts';
import { UserListService } from './user-list.service.ts';

/** Users of the product, for staff. */
@Controller('api/admin')
@UseGuards(StaffGuard)
export class UserController {
  constructor(
    private readonly users: UserListService,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @Get('employees')
  async list(@Query() query: unknown) {
    const { q = '', plan = '', state = '', sort, ...rest } = parse(employeesQuery, query);
    const order = sortOrder(employeeSorts, sort);
    const { rows, total } = await this.users.list({ ...pageOf(rest), ...order, q, plan, state });
    return { status: 'success', data: rows, total };
  }

  @PostRoute('employee/:id')
  async edit(
    @CurrentStaff() caller: adminRpc.StaffCaller,
    @Param('id') id: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const userId = readUserId(id);
    const { firstname, lastname, plan, version, ...edit } = parse(editEmployeeBody, body);
    const { is_active: isActive, membership_end: membershipEnd, add_token: addTokens } = edit;
    const fields = { firstname, lastname, plan, isActive, membershipEnd, addTokens, version };
    const data = { caller, userId, ...fields };
    try {
      const options = { subject: userId, ...changeDeadline };
      await this.commands.send('admin.edit-user.v1', data, options);
      return { status: 'success', msg: 'The user was updated.', data: await this.users.find(userId) };
    } catch (error) {
      const current = await this.currentAfterConflict(data, error);
      void reply.status(409);
      const msg = 'Someone has changed this user since you opened it. Nothing was saved.';
      return { ...toErrorEnvelope(new AppError('conflict', msg)), data: current };
    }
  }

  @Delete('employee/:id')
  async delete(@CurrentStaff() caller: adminRpc.StaffCaller, @Param('id') id: string) {
    const userId = readUserId(id);
    const data = { caller, userId };
    await this.commands.send('admin.delete-user.v1', data, { subject: userId, ...changeDeadline });
    return { status: 'success', msg: 'The user was deleted.' };
  }

  @PostRoute('employee/:id/grant-upgrade')
  async grantUpgrade(@CurrentStaff() caller: adminRpc.StaffCaller, @Param('id') id: string) {
    const userId = readUserId(id);
    const data = { caller, userId };
    const options = { subject: userId, ...changeDeadline };
    await this.commands.send('admin.grant-upgrade.v1', data, options);
    return { status: 'success', msg: 'The upgrade was granted.', data: await this.users.find(userId) };
  }

  /** The current user when a stale version was refused. @throws `error` in all other cases */
  private async currentAfterConflict(
    { userId, version }: MessageData<'admin.edit-user.v1'>,
    error: unknown,
  ): Promise<EmployeeRow> {
    if (version === undefined || !AppError.is(error, 'conflict')) throw error;
    const current = await this.users.find(userId);
    if (current.version === version) throw error;
    return current;
  }
}

function readUserId(id: string): string {
  return readId(employeeId, id, 'The user');
}
