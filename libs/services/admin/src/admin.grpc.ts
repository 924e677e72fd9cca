import type { LogStreamKind, StaffRole } from '@vault/contracts';
import { adminRpc } from '@vault/contracts/rpc';
import { emptyReply, RpcController, type RpcHandlers } from '@vault/rpc';
import { actorOf } from './actions/action-runner.ts';
import { AuditRepository } from './audit-entries/audit.repository.ts';
import type { StaffCall } from './domain/call-roles.ts';
import { StaffSessionService, type Caller } from './sessions/staff-session.service.ts';
import { LogStreamService } from './log-streams/log-stream.service.ts';
import { SignInService } from './staff/sign-in.service.ts';
import { StaffService, type ListedMember } from './staff/staff.service.ts';
import { StaffSsoService } from './staff/staff-sso.service.ts';
import type { AuditEntry } from './audit-entries/audit-entry.schema.ts';
import type { ChainedEntry } from './domain/entry-chain.ts';
import { RefusalService } from './workspace-log/refusal.service.ts';
import { WorkspaceLogService } from './workspace-log/workspace-log.service.ts';

/** The rpc calls of the gateway. Every call of staff except the first two authorises its caller. */
@RpcController(adminRpc.AdminServiceService)
export class AdminGrpc {
  readonly handlers: RpcHandlers<typeof adminRpc.AdminServiceService> = {
    login: async (request) => {
      const { member, token } = await this.signIns.login(request);
      return { id: member.id, email: member.email, token };
    },
    checkSession: async ({ token }) => {
      const { member, sessionId } = await this.sessions.check(token);
      return { staffId: member.id, sessionId, email: member.email, role: member.role };
    },
    getStaffSso: () => Promise.resolve({ isOffered: this.sso.isOffered }),
    beginStaffSso: ({ redirectUrl }) => this.sso.begin(redirectUrl),
    finishStaffSso: async (request) => {
      const { member, token } = await this.sso.finish(request);
      return { id: member.id, email: member.email, token };
    },
    watchSession: this.authorized('watchSession', () => Promise.resolve({})),
    logout: this.authorized('logout', (caller) => emptyReply(this.signIns.logout(caller))),
    changePassword: this.authorized('changePassword', (caller, { password, newPassword }) =>
      emptyReply(this.signIns.changePassword(caller, password, newPassword)),
    ),
    listStaff: this.authorized('listStaff', async () => ({
      staff: (await this.staff.list()).map(toWireStaff),
    })),
    addStaff: this.authorized('addStaff', async (caller, { email, password, role, requestKey }) =>
      toWireStaff(
        await this.staff.add(actorOf(caller), { email, password, role: role as StaffRole, requestKey }),
      ),
    ),
    editStaff: this.authorized('editStaff', async (caller, { id, role, newPassword, isActive }) => {
      const edit = { role: role as StaffRole | undefined, password: newPassword, isActive };
      return toWireStaff(await this.staff.edit(actorOf(caller), id, edit));
    }),
    listAudit: this.authorized('listAudit', async (_caller, { page, limit, from, to, ...filter }) => {
      const times = { from: timeOf(from), to: timeOf(to) };
      const { entries, total } = await this.audit.list({ ...filter, ...times }, page, limit);
      return { entries: entries.map(toWireAuditEntry), total };
    }),
    getLogStream: ({ ownerId }) => this.streamOf(ownerId),
    setLogStream: async ({ ownerId, kind, ...setting }) => {
      await this.streams.set(ownerId, { ...setting, kind: kind as LogStreamKind });
      return this.streamOf(ownerId);
    },
    testLogStream: ({ ownerId }) => emptyReply(this.streams.test(ownerId)),
    recordRefusal: (refusal) => emptyReply(this.refusals.record(refusal)),
    listWorkspaceLog: async ({ ownerId, from, to, before, limit, ...filter }) => {
      const place = before && { at: new Date(Math.round(before.at * 1_000)), seq: before.seq };
      const times = { from: timeOf(from), to: timeOf(to) };
      const page = await this.logs.page(ownerId, { ...filter, ...times }, { before: place, limit });
      const { entries, hasMore, checkedAt, brokenSeq } = page;
      const found = entries.map(toWireWorkspaceEntry);
      return { entries: found, hasMore, checkedAt: checkedAt && secondsOf(checkedAt), brokenSeq };
    },
  };

  private async streamOf(ownerId: string): Promise<adminRpc.LogStream> {
    const found = await this.streams.find(ownerId);
    if (!found) return { kind: 'off', hasSecret: false, waiting: 0, problem: '' };
    const { kind, host, port, url, sealedSecret, deliveredAt, problem } = found.stream;
    const hasSecret = sealedSecret !== undefined;
    const at = deliveredAt && secondsOf(deliveredAt);
    return { kind, host, port, url, hasSecret, deliveredAt: at, waiting: found.waiting, problem };
  }

  constructor(
    private readonly signIns: SignInService,
    private readonly sso: StaffSsoService,
    private readonly sessions: StaffSessionService,
    private readonly staff: StaffService,
    private readonly audit: AuditRepository,
    private readonly logs: WorkspaceLogService,
    private readonly streams: LogStreamService,
    private readonly refusals: RefusalService,
  ) {}

  /** A handler for callers who may make the call; others are refused. */
  private authorized<Request extends { readonly caller?: adminRpc.StaffCaller | undefined }, Reply>(
    call: StaffCall,
    handle: (caller: Caller, request: Request) => Promise<Reply>,
  ): (request: Request) => Promise<Reply> {
    return async (request) => handle(await this.sessions.authorise(request.caller, call), request);
  }
}

function timeOf(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1_000);
}

function secondsOf(time: Date): number {
  return time.getTime() / 1_000;
}

function toWireWorkspaceEntry({
  _id: id,
  at,
  fields,
  before,
  ...entry
}: ChainedEntry): adminRpc.WorkspaceLogEntry {
  return { ...entry, id, at: secondsOf(at), fields: JSON.stringify(fields), before: JSON.stringify(before) };
}

function toWireAuditEntry({ _id, at, ...entry }: AuditEntry): adminRpc.AuditEntry {
  return { ...entry, id: _id, at: at.getTime() / 1_000 };
}

function toWireStaff({ id, email, role, isActive, createdAt, lastSeenAt }: ListedMember): adminRpc.Staff {
  const seconds = (time: Date) => time.getTime() / 1_000;
  const times = { createdAt: seconds(createdAt), lastSeenAt: lastSeenAt && seconds(lastSeenAt) };
  return { id, email, role, isActive, ...times };
}
