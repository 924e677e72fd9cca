import { Body, Controller, Delete, Get, Param, Query, Res, UseGuards } from '@nestjs/common';
import {
  editEmployeeBody,
  employeeId,
  employeeSorts,
  employeesQuery,
  pageOf,
  sortOrder,
} from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { AppError, InjectClient, type ClientOf } from '@vault/platform';
import type { FastifyReply } from 'fastify';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import { readId } from '../http/read-id.ts';
import { CurrentStaff, StaffGuard } from './staff.guard.ts';
import { toEmployeeRow } from './to-employee-row.ts';

/** The admin service reads and counts whole lists. */
const listDeadline = { deadlineMs: 20_000 };
/** The admin service sends a command once more when no outcome came. */
const changeDeadline = { deadlineMs: 15_000 };

/** Users of the product, for staff. */
@Controller('api/admin')
@UseGuards(StaffGuard)
export class EmployeeController {
  constructor(@InjectClient('admin') private readonly admin: ClientOf<'admin'>) {}

  @Get('employees')
  async list(@CurrentStaff() caller: adminRpc.StaffCaller, @Query() query: unknown) {
    const { q = '', plan = '', state = '', sort, ...rest } = parse(employeesQuery, query);
    const order = sortOrder(employeeSorts, sort);
    const request = { caller, ...pageOf(rest), ...order, q, plan, state };
    const { employees, total } = await this.admin.listEmployees(request, listDeadline);
    return { status: 'success', data: employees.map(toEmployeeRow), total };
  }

  @PostRoute('employee/:id')
  async edit(
    @CurrentStaff() caller: adminRpc.StaffCaller,
    @Param('id') anyId: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const id = readUserId(anyId);
    const { firstname, lastname, plan, version, ...edit } = parse(editEmployeeBody, body);
    const { is_active: isActive, membership_end: membershipEnd, add_token: addToken } = edit;
    const fields = { firstname, lastname, plan, isActive, membershipEnd, addToken, version };
    const { isStale, employee } = await this.admin.editEmployee({ caller, id, ...fields }, changeDeadline);
    const data = toEmployeeRow(required(employee));
    if (!isStale) return { status: 'success', msg: 'The user was updated.', data };
    void reply.status(409);
    const msg = 'Somebody has changed this user since you opened it. Nothing was saved.';
    return { status: 'error', msg, data };
  }

  @Delete('employee/:id')
  async delete(@CurrentStaff() caller: adminRpc.StaffCaller, @Param('id') anyId: string) {
    await this.admin.deleteEmployee({ caller, id: readUserId(anyId) }, changeDeadline);
    return { status: 'success', msg: 'The user was deleted.' };
  }

  @PostRoute('employee/:id/grant-upgrade')
  async grantUpgrade(@CurrentStaff() caller: adminRpc.StaffCaller, @Param('id') anyId: string) {
    const employee = await this.admin.grantUpgrade({ caller, id: readUserId(anyId) }, changeDeadline);
    return { status: 'success', msg: 'The upgrade was granted.', data: toEmployeeRow(employee) };
  }
}

function readUserId(id: string): string {
  return readId(employeeId, id, 'The user');
}

function required(employee: adminRpc.Employee | undefined): adminRpc.Employee {
  if (!employee) throw new AppError('internal', 'The server could not finish this. Please try again.');
  return employee;
}
