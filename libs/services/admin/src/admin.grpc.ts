import { adminRpc } from '@vault/contracts/rpc';
import { parseRequest, RpcController, type RpcHandlers } from '@vault/platform';
import type { z } from 'zod';
import * as requests from './admin.requests.ts';
import { actorOf } from './actions/action-runner.ts';
import { AuditRepository } from './audit/audit.repository.ts';
import { toAuditEntry } from './audit/to-audit-entry.ts';
import { DashboardService } from './dashboard/dashboard.service.ts';
import type { StaffCall } from './domain/call-roles.ts';
import { EmployeeListService } from './employees/employee-list.service.ts';
import { EmployeeService } from './employees/employee.service.ts';
import { StaffSessionService, type Caller, type ClaimedCaller } from './sessions/staff-session.service.ts';
import { SignInService } from './staff/sign-in.service.ts';
import { StaffService } from './staff/staff.service.ts';
import { toStaff } from './staff/to-staff.ts';
import { TokenHistoryService } from './videos/token-history.service.ts';
import { VideoListService } from './videos/video-list.service.ts';
import { VideoRetryService } from './videos/video-retry.service.ts';

/** Answers the gateway. Every call but the first two admits its caller itself. */
@RpcController(adminRpc.AdminServiceService)
export class AdminGrpc implements RpcHandlers<typeof adminRpc.AdminServiceService> {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: StaffSessionService,
    private readonly staff: StaffService,
    private readonly employeeLists: EmployeeListService,
    private readonly employees: EmployeeService,
    private readonly videos: VideoListService,
    private readonly retries: VideoRetryService,
    private readonly histories: TokenHistoryService,
    private readonly dashboard: DashboardService,
    private readonly audit: AuditRepository,
  ) {}

  async login(request: adminRpc.LoginRequest): Promise<adminRpc.StaffSession> {
    const { member, token } = await this.signIns.login(parseRequest(requests.loginRequest, request));
    return { id: member.id, email: member.email, token };
  }

  async checkSession(request: adminRpc.CheckSessionRequest): Promise<adminRpc.StaffPrincipal> {
    const { token } = parseRequest(requests.checkSessionRequest, request);
    const { member, sessionId } = await this.sessions.check(token);
    return { staffId: member.id, sessionId, email: member.email, role: member.role };
  }

  async logout(request: adminRpc.StaffRequest): Promise<adminRpc.LogoutReply> {
    const { by } = await this.admit('logout', requests.staffRequest, request);
    await this.signIns.logout(by);
    return {};
  }

  async changePassword(request: adminRpc.ChangePasswordRequest): Promise<adminRpc.ChangePasswordReply> {
    const { by, asked } = await this.admit('changePassword', requests.changePasswordRequest, request);
    await this.signIns.changePassword(by, asked.password, asked.newPassword);
    return {};
  }

  async listStaff(request: adminRpc.StaffRequest): Promise<adminRpc.StaffList> {
    await this.admit('listStaff', requests.staffRequest, request);
    return { staff: (await this.staff.list()).map(toStaff) };
  }

  async addStaff(request: adminRpc.AddStaffRequest): Promise<adminRpc.Staff> {
    const { by, asked } = await this.admit('addStaff', requests.addStaffRequest, request);
    return toStaff(await this.staff.add(actorOf(by), asked));
  }

  async editStaff(request: adminRpc.EditStaffRequest): Promise<adminRpc.Staff> {
    const { by, asked } = await this.admit('editStaff', requests.editStaffRequest, request);
    const { id, role, newPassword: password, isActive } = asked;
    return toStaff(await this.staff.edit(actorOf(by), id, { role, password, isActive }));
  }

  async removeStaff(request: adminRpc.StaffMemberRequest): Promise<adminRpc.RemoveStaffReply> {
    const { by, asked } = await this.admit('removeStaff', requests.memberRequest, request);
    await this.staff.remove(actorOf(by), asked.id);
    return {};
  }

  async listEmployees(request: adminRpc.ListEmployeesRequest): Promise<adminRpc.EmployeePage> {
    const { asked } = await this.admit('listEmployees', requests.listEmployeesRequest, request);
    return this.employeeLists.list(asked);
  }

  async editEmployee(request: adminRpc.EditEmployeeRequest): Promise<adminRpc.EditEmployeeReply> {
    const { by, asked } = await this.admit('editEmployee', requests.editEmployeeRequest, request);
    const { id, ...edit } = asked;
    return this.employees.edit(by, id, edit);
  }

  async deleteEmployee(request: adminRpc.EmployeeRequest): Promise<adminRpc.DeleteEmployeeReply> {
    const { by, asked } = await this.admit('deleteEmployee', requests.employeeRequest, request);
    await this.employees.delete(by, asked.id);
    return {};
  }

  async grantUpgrade(request: adminRpc.EmployeeRequest): Promise<adminRpc.Employee> {
    const { by, asked } = await this.admit('grantUpgrade', requests.employeeRequest, request);
    return this.employees.grantUpgrade(by, asked.id);
  }

  async listVideos(request: adminRpc.ListVideosRequest): Promise<adminRpc.VideoPage> {
    const { asked } = await this.admit('listVideos', requests.listVideosRequest, request);
    return this.videos.list(asked);
  }

  async retryVideo(request: adminRpc.VideoRequest): Promise<adminRpc.RetryVideoReply> {
    const { by, asked } = await this.admit('retryVideo', requests.videoRequest, request);
    await this.retries.retry(by, asked.videoId);
    return {};
  }

  async listTokenHistory(request: adminRpc.ListTokenHistoryRequest): Promise<adminRpc.TokenHistoryPage> {
    const { asked } = await this.admit('listTokenHistory', requests.listTokenHistoryRequest, request);
    const { employeeId: ownerId, ...query } = asked;
    return this.histories.list({ ownerId, ...query });
  }

  async getDashboard(request: adminRpc.StaffRequest): Promise<adminRpc.Dashboard> {
    await this.admit('getDashboard', requests.staffRequest, request);
    return this.dashboard.get();
  }

  async listAudit(request: adminRpc.ListAuditRequest): Promise<adminRpc.AuditPage> {
    const { asked } = await this.admit('listAudit', requests.listAuditRequest, request);
    const { page, limit, from, to, action, ...filter } = asked;
    const times = { from: timeOf(from), to: timeOf(to) };
    const wanted = { ...filter, ...times, action: action || undefined };
    const { entries, total } = await this.audit.list(wanted, page, limit);
    return { entries: entries.map(toAuditEntry), total };
  }

  /** What was asked for, and who asks. @throws {AppError} when they may not */
  private async admit<Schema extends z.ZodType<{ readonly caller: ClaimedCaller }>>(
    call: StaffCall,
    schema: Schema,
    request: unknown,
  ): Promise<{ readonly asked: Omit<z.infer<Schema>, 'caller'>; readonly by: Caller }> {
    const { caller, ...asked } = parseRequest(schema, request);
    return { asked, by: await this.sessions.admit(caller, call) };
  }
}

function timeOf(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1_000);
}
