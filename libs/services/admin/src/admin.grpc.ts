import { adminRpc } from '@vault/contracts/rpc';
import { emptyReply, validated, RpcController, type RpcHandlers } from '@vault/rpc';
import type { z } from 'zod';
import * as requests from './admin.requests.ts';
import { actorOf } from './actions/action-runner.ts';
import { AuditRepository } from './audit-entries/audit.repository.ts';
import { DeadLetterCount } from './dead-letter-count.ts';
import type { StaffCall } from './domain/call-roles.ts';
import { StaffSessionService, type Caller, type ClaimedCaller } from './sessions/staff-session.service.ts';
import { SignInService } from './staff/sign-in.service.ts';
import { StaffService, type ListedMember } from './staff/staff.service.ts';
import type { AuditEntry } from './audit-entries/audit-entry.schema.ts';

/** The rpc calls of the gateway. Every call except the first two authorises its caller. */
@RpcController(adminRpc.AdminServiceService)
export class AdminGrpc {
  readonly handlers: RpcHandlers<typeof adminRpc.AdminServiceService> = {
    login: validated(requests.login, async (input) => {
      const { member, token } = await this.signIns.login(input);
      return { id: member.id, email: member.email, token };
    }),
    checkSession: validated(requests.checkSession, async ({ token }) => {
      const { member, sessionId } = await this.sessions.check(token);
      return { staffId: member.id, sessionId, email: member.email, role: member.role };
    }),
    watchSession: this.authorized('watchSession', requests.staff, () => Promise.resolve({})),
    logout: this.authorized('logout', requests.staff, (caller) => emptyReply(this.signIns.logout(caller))),
    changePassword: this.authorized('changePassword', requests.changePassword, (caller, input) =>
      emptyReply(this.signIns.changePassword(caller, input.password, input.newPassword)),
    ),
    listStaff: this.authorized('listStaff', requests.staff, async () => ({
      staff: (await this.staff.list()).map(toWireStaff),
    })),
    addStaff: this.authorized('addStaff', requests.addStaff, async (caller, input) =>
      toWireStaff(await this.staff.add(actorOf(caller), input)),
    ),
    editStaff: this.authorized(
      'editStaff',
      requests.editStaff,
      async (caller, { id, newPassword, ...edit }) =>
        toWireStaff(await this.staff.edit(actorOf(caller), id, { ...edit, password: newPassword })),
    ),
    countDeadLetters: this.authorized('countDeadLetters', requests.staff, async () => ({
      count: await this.deadLetters.get(),
    })),
    listAudit: this.authorized('listAudit', requests.listAudit, async (_caller, query) => {
      const { page, limit, from, to, action, ...filter } = query;
      const times = { from: timeOf(from), to: timeOf(to) };
      const criteria = { ...filter, ...times, action: action || undefined };
      const { entries, total } = await this.audit.list(criteria, page, limit);
      return { entries: entries.map(toWireAuditEntry), total };
    }),
  };

  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: StaffSessionService,
    private readonly staff: StaffService,
    private readonly deadLetters: DeadLetterCount,
    private readonly audit: AuditRepository,
  ) {}

  /** A handler of validated requests of callers who may make the call; others are refused. */
  private authorized<Schema extends z.ZodType<{ readonly caller: ClaimedCaller }>, Reply>(
    call: StaffCall,
    schema: Schema,
    handle: (caller: Caller, input: Omit<z.infer<Schema>, 'caller'>) => Promise<Reply>,
  ): (request: unknown) => Promise<Reply> {
    return validated(schema, async ({ caller, ...input }) =>
      handle(await this.sessions.authorise(caller, call), input),
    );
  }
}

function timeOf(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1_000);
}

function toWireAuditEntry({ _id, at, ...entry }: AuditEntry): adminRpc.AuditEntry {
  return { ...entry, id: _id, at: at.getTime() / 1_000 };
}

function toWireStaff({ id, email, role, isActive, createdAt, lastSeenAt }: ListedMember): adminRpc.Staff {
  const seconds = (time: Date) => time.getTime() / 1_000;
  const times = { createdAt: seconds(createdAt), lastSeenAt: lastSeenAt && seconds(lastSeenAt) };
  return { id, email, role, isActive, ...times };
}
