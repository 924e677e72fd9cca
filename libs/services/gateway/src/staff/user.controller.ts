import { Body, Controller, Delete, Get, Inject, Param, Query, Res, UseGuards } from '@nestjs/common';
import {
  editEmployeeBody,
  employeeId,
  employeeSorts,
  employeesQuery,
  pageOf,
  sortOrder,
  toErrorEnvelope,
  type MessageData,
} from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { AppError, COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import type { FastifyReply } from 'fastify';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import { readId } from '../http/read-id.ts';
import { changeDeadline } from './change-deadline.ts';
import { CurrentStaff, StaffGuard } from './staff.guard.ts';
import { toEmployeeRow } from './to-employee-row.ts';

/** The admin service reads and counts whole lists. */
const listDeadline = { deadlineMs: 20_000 };

/** Users of the product, for staff. */
@Controller('api/admin')
@UseGuards(StaffGuard)
export class UserController {
  constructor(
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @Get('employees')
  async list(@CurrentStaff() caller: adminRpc.StaffCaller, @Query() query: unknown) {
    const { q = '', plan = '', state = '', sort, ...rest } = parse(employeesQuery, query);
    const order = sortOrder(employeeSorts, sort);
    const request = { caller, ...pageOf(rest), ...order, q, plan, state };
    const { users, total } = await this.admin.listUsers(request, listDeadline);
    return { status: 'success', data: users.map(toEmployeeRow), total };
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
      const edited = await this.commands.send('admin.edit-user.v1', data, options);
      const row = await this.rowOf(caller, userId, edited.version);
      return { status: 'success', msg: 'The user was updated.', data: row };
    } catch (error) {
      const current = await this.currentAfterConflict(data, error);
      void reply.status(409);
      const msg = 'Someone has changed this user since you opened it. Nothing was saved.';
      return { ...toErrorEnvelope(new AppError('conflict', msg)), data: toEmployeeRow(current) };
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
    const { version: granted } = await this.commands.send('admin.grant-upgrade.v1', data, options);
    const row = await this.rowOf(caller, userId, granted);
    return { status: 'success', msg: 'The upgrade was granted.', data: row };
  }

  /** @param version of the caller's change: the admin service need not read this version again */
  private async rowOf(caller: adminRpc.StaffCaller, id: string, version: number | undefined) {
    return toEmployeeRow(await this.admin.getUser({ caller, id, version }));
  }

  /** The current user when a stale version was refused. @throws `error` in all other cases */
  private async currentAfterConflict(
    { caller, userId: id, version }: MessageData<'admin.edit-user.v1'>,
    error: unknown,
  ): Promise<adminRpc.User> {
    if (version === undefined || !AppError.is(error, 'conflict')) throw error;
    const current = await this.admin.getUser({ caller, id });
    if (current.version === version) throw error;
    return current;
  }
}

function readUserId(id: string): string {
  return readId(employeeId, id, 'The user');
}
