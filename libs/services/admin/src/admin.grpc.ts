import { adminRpc } from '@vault/contracts/rpc';
import { parseRequest, RpcController, type RpcHandlers } from '@vault/platform';
import type { z } from 'zod';
import * as requests from './admin.requests.ts';
import { actorOf } from './actions/action-runner.ts';
import { AuditRepository } from './audit/audit.repository.ts';
import { DashboardService } from './dashboard/dashboard.service.ts';
import type { StaffCall } from './domain/call-roles.ts';
import { EmployeeListService } from './employees/employee-list.service.ts';
import { EmployeeService } from './employees/employee.service.ts';
import { StaffSessionService, type Caller, type ClaimedCaller } from './sessions/staff-session.service.ts';
import { SignInService } from './staff/sign-in.service.ts';
import { StaffService, type ListedMember } from './staff/staff.service.ts';
import { TokenHistoryService } from './videos/token-history.service.ts';
import { VideoListService } from './videos/video-list.service.ts';
import { VideoRetryService } from './videos/video-retry.service.ts';
import type { AuditEntry } from './audit/audit-entry.schema.ts';

/** The rpc calls of the gateway. Every call except the first two authorizes its caller. */
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
    const { caller } = await this.authorize('logout', requests.staffRequest, request);
    await this.signIns.logout(caller);
    return {};
  }

  async changePassword(request: adminRpc.ChangePasswordRequest): Promise<adminRpc.ChangePasswordReply> {
    const { caller, input } = await this.authorize('changePassword', requests.changePasswordRequest, request);
    await this.signIns.changePassword(caller, input.password, input.newPassword);
    return {};
  }

  async listStaff(request: adminRpc.StaffRequest): Promise<adminRpc.StaffList> {
    await this.authorize('listStaff', requests.staffRequest, request);
    return { staff: (await this.staff.list()).map(toStaff) };
  }

  async addStaff(request: adminRpc.AddStaffRequest): Promise<adminRpc.Staff> {
    const { caller, input } = await this.authorize('addStaff', requests.addStaffRequest, request);
    return toStaff(await this.staff.add(actorOf(caller), input));
  }

  async editStaff(request: adminRpc.EditStaffRequest): Promise<adminRpc.Staff> {
    const { caller, input } = await this.authorize('editStaff', requests.editStaffRequest, request);
    const { id, role, newPassword: password, isActive } = input;
    return toStaff(await this.staff.edit(actorOf(caller), id, { role, password, isActive }));
  }

  async removeStaff(request: adminRpc.StaffMemberRequest): Promise<adminRpc.RemoveStaffReply> {
    const { caller, input } = await this.authorize('removeStaff', requests.memberRequest, request);
    await this.staff.remove(actorOf(caller), input.id);
    return {};
  }

  async listEmployees(request: adminRpc.ListEmployeesRequest): Promise<adminRpc.EmployeePage> {
    const { input } = await this.authorize('listEmployees', requests.listEmployeesRequest, request);
    return this.employeeLists.list(input);
  }

  async editEmployee(request: adminRpc.EditEmployeeRequest): Promise<adminRpc.EditEmployeeReply> {
    const { caller, input } = await this.authorize('editEmployee', requests.editEmployeeRequest, request);
    const { id, ...edit } = input;
    return this.employees.edit(caller, id, edit);
  }

  async deleteEmployee(request: adminRpc.EmployeeRequest): Promise<adminRpc.DeleteEmployeeReply> {
    const { caller, input } = await this.authorize('deleteEmployee', requests.employeeRequest, request);
    await this.employees.delete(caller, input.id);
    return {};
  }

  async grantUpgrade(request: adminRpc.EmployeeRequest): Promise<adminRpc.Employee> {
    const { caller, input } = await this.authorize('grantUpgrade', requests.employeeRequest, request);
    return this.employees.grantUpgrade(caller, input.id);
  }

  async listVideos(request: adminRpc.ListVideosRequest): Promise<adminRpc.VideoPage> {
    const { input } = await this.authorize('listVideos', requests.listVideosRequest, request);
    return this.videos.list(input);
  }

  async retryVideo(request: adminRpc.VideoRequest): Promise<adminRpc.RetryVideoReply> {
    const { caller, input } = await this.authorize('retryVideo', requests.videoRequest, request);
    await this.retries.retry(caller, input.videoId);
    return {};
  }

  async listTokenHistory(request: adminRpc.ListTokenHistoryRequest): Promise<adminRpc.TokenHistoryPage> {
    const { input } = await this.authorize('listTokenHistory', requests.listTokenHistoryRequest, request);
    const { employeeId: ownerId, ...query } = input;
    return this.histories.list({ ownerId, ...query });
  }

  async getDashboard(request: adminRpc.StaffRequest): Promise<adminRpc.Dashboard> {
    await this.authorize('getDashboard', requests.staffRequest, request);
    return this.dashboard.get();
  }

  async listAudit(request: adminRpc.ListAuditRequest): Promise<adminRpc.AuditPage> {
    const { input } = await this.authorize('listAudit', requests.listAuditRequest, request);
    const { page, limit, from, to, action, ...filter } = input;
    const times = { from: timeOf(from), to: timeOf(to) };
    const query = { ...filter, ...times, action: action || undefined };
    const { entries, total } = await this.audit.list(query, page, limit);
    return { entries: entries.map(toAuditEntry), total };
  }

  /** The validated request and its caller. @throws {AppError} when the caller may not make the call */
  private async authorize<Schema extends z.ZodType<{ readonly caller: ClaimedCaller }>>(
    call: StaffCall,
    schema: Schema,
    request: unknown,
  ): Promise<{ readonly input: Omit<z.infer<Schema>, 'caller'>; readonly caller: Caller }> {
    const { caller, ...input } = parseRequest(schema, request);
    return { input, caller: await this.sessions.authorize(caller, call) };
  }
}

function timeOf(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1_000);
}

function toAuditEntry({ _id, at, ...entry }: AuditEntry): adminRpc.AuditEntry {
  return { ...entry, id: _id, at: at.getTime() / 1_000 };
}

function toStaff({ id, email, role, isActive, createdAt, lastSeenAt }: ListedMember): adminRpc.Staff {
  return {
    id,
    email,
    role,
    isActive,
    createdAt: seconds(createdAt),
    lastSeenAt: lastSeenAt && seconds(lastSeenAt),
  };
}

function seconds(time: Date): number {
  return time.getTime() / 1_000;
}
