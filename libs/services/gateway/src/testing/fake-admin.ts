import { Injectable } from '@nestjs/common';
import type { AdminCommandType } from '@vault/contracts';
import { adminRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';

type AdminRequest = { readonly call: string } & Readonly<Record<string, unknown>>;

/** A fake admin service: scripted answers, and the received requests and commands. */
export class FakeAdmin {
  /** Member of staff by token. */
  readonly sessions = new Map<string, adminRpc.StaffPrincipal>();
  /** Received requests and commands, without session checks. */
  readonly requests: AdminRequest[] = [];
  /** Number of session checks that are a use of the session. */
  checked = 0;
  /** The error of the next calls and commands. */
  failure: AppError | undefined;
  /** Videos whose step cannot be tried again. */
  readonly refused = new Set<string>();

  addSession(token: string, role = 'owner'): void {
    this.sessions.set(token, { staffId: role, sessionId: `s-${role}`, email: `${role}@example.com`, role });
  }

  reset(): void {
    this.requests.length = 0;
    this.failure = undefined;
    this.refused.clear();
  }

  definition(): ServiceDefinition {
    const receive = (call: string, request: object) => {
      this.requests.push({ call, ...request });
      if (this.failure) throw this.failure;
    };
    const answers = this.answers();
    const methods: Record<string, (request: never) => unknown> = {};
    for (const [call, answer] of Object.entries(answers)) {
      methods[call] = (request: never) => {
        if (call !== 'checkSession') receive(call, request);
        return answer(request);
      };
    }
    // The decorator needs a class; its methods are added by name.
    // oxlint-disable-next-line typescript/no-extraneous-class
    class AdminGrpc {}
    Object.defineProperties(
      AdminGrpc.prototype,
      Object.fromEntries(
        Object.entries(methods).map(([name, value]) => [name, { value, configurable: true, writable: true }]),
      ),
    );
    RpcController(adminRpc.AdminServiceService)(AdminGrpc);
    const commands: readonly AdminCommandType[] = [
      ...(['admin.edit-user.v1', 'admin.delete-user.v1', 'admin.grant-upgrade.v1'] as const),
      ...(['admin.edit-team.v1', 'admin.retry-video.v1', 'admin.remove-staff.v1'] as const),
    ];
    const { refused } = this;
    @Injectable()
    class AdminCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = Object.fromEntries(
        commands.map((type) => [
          type,
          // oxlint-disable-next-line typescript/require-await -- what it throws is the rejection
          async (data: object) => {
            receive(type, data);
            if ('videoId' in data && refused.has(String(data.videoId)))
              throw new AppError('conflict', 'No step of this video can be retried.');
          },
        ]),
      );
    }
    return fakeService('admin', adminRpc.AdminServiceService, AdminGrpc, AdminCommands);
  }

  private answers(): {
    [Call in keyof typeof adminRpc.AdminServiceService]: (request: never) => unknown;
  } {
    const staff = () => ({ ...charles });
    return {
      login: ({ email, password }: adminRpc.LoginRequest): adminRpc.StaffSession => {
        if (password !== 'right password') throw new AppError('unauthenticated', 'Wrong e-mail or password.');
        return { id: 'owner', token: `token-of-${email.replace('@', '-at-')}`, email };
      },
      checkSession: ({ token }: adminRpc.CheckSessionRequest): adminRpc.StaffPrincipal => {
        this.checked += 1;
        const found = this.sessions.get(token);
        if (!found) throw new AppError('unauthenticated', 'Unauthorized');
        if (found.role === 'inactive') throw new AppError('forbidden', 'Forbidden');
        return found;
      },
      getStaffSso: () => ({ isOffered: true }),
      beginStaffSso: ({ redirectUrl }: adminRpc.BeginStaffSsoRequest): adminRpc.BegunStaffSso => ({
        url: `https://id.example.com/?redirect_uri=${redirectUrl}`,
        browserKey: 'key-of-the-browser',
      }),
      finishStaffSso: (): adminRpc.StaffSession => ({
        ...{ id: 'owner', token: 'token-of-the-provider', email: charles.email },
      }),
      watchSession: ({ caller }: adminRpc.StaffRequest): adminRpc.WatchSessionReply => {
        const isOpen = [...this.sessions.values()].some(({ staffId }) => staffId === caller?.staffId);
        if (!isOpen) throw new AppError('unauthenticated', 'Unauthorized');
        return {};
      },
      logout: () => {
        this.sessions.clear();
        return {};
      },
      changePassword: () => ({}),
      listStaff: () => ({ staff: [staff()] }),
      addStaff: staff,
      editStaff: staff,
      listAudit: () => ({ entries: [line], total: 1 }),
      getLogStream: () => ({ kind: 'off', hasSecret: false, waiting: 0, problem: '' }),
      setLogStream: () => ({ kind: 'off', hasSecret: false, waiting: 0, problem: '' }),
      testLogStream: () => ({}),
      recordRefusal: () => ({}),
      listWorkspaceLog: () => ({ entries: [], hasMore: false }),
    };
  }
}

const charles: adminRpc.Staff = {
  ...{ id: 'owner', email: 'owner@example.com', role: 'owner', isActive: true },
  ...{ createdAt: 1_795_000_000, lastSeenAt: undefined },
};

const line: adminRpc.AuditEntry = {
  ...{ id: 'l.end', at: 1_795_000_000, actorId: 'owner', actorEmail: 'owner@example.com', state: 'done' },
  ...{ action: 'edit-employee', subjectId: 'v', subjectName: 'ada@example.com', startedId: 'l' },
  ...{ clientAddress: '203.0.113.9', before: '', requested: '', after: '{"plan":"executive"}', msg: '' },
};
