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
  failsCommandsOnly = false;
  videos = 1;
  /** Of every video. */
  thumbnailUrl = talk.thumbnailUrl;
  /** Videos whose step cannot be tried again. */
  readonly refused = new Set<string>();
  user: adminRpc.User = { ...ada };

  addSession(token: string, role = 'owner'): void {
    this.sessions.set(token, { staffId: role, sessionId: `s-${role}`, email: `${role}@example.com`, role });
  }

  reset(): void {
    this.requests.length = 0;
    this.failure = undefined;
    this.failsCommandsOnly = false;
    this.videos = 1;
    this.refused.clear();
    this.user = { ...ada };
  }

  definition(): ServiceDefinition {
    const receive = (call: string, request: object) => {
      this.requests.push({ call, ...request });
      if (this.failure && (call.startsWith('admin.') || !this.failsCommandsOnly)) throw this.failure;
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
      ...(['admin.retry-video.v1', 'admin.remove-staff.v1'] as const),
    ];
    const { refused } = this;
    const versionNow = () => this.user.version;
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
            return { version: versionNow() };
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
      listUsers: () => ({ users: [this.user], total: 1 }),
      getUser: () => this.user,
      listVideos: ({ page, limit }: adminRpc.ListVideosRequest): adminRpc.VideoPage => {
        const start = (page - 1) * limit;
        const count = Math.max(0, Math.min(limit, this.videos - start));
        const videos = Array.from({ length: count }, (_, index) => ({
          ...talk,
          thumbnailUrl: this.thumbnailUrl,
          id: `v${String(start + index)}`,
        }));
        return { videos, total: this.videos };
      },
      listTokenHistory: () => ({ entries: [operation], total: 1 }),
      getDashboard: () => ({ ...dashboard, newUsers: [this.user] }),
      listAudit: () => ({ entries: [line], total: 1 }),
    };
  }
}

const ada: adminRpc.User = {
  ...{ id: 'v', firstname: 'Ada', lastname: 'Byron', email: 'ada@example.com', plan: 'free' },
  ...{ postedVideos: 2, tokenBalance: 50_000, createdAt: 1_795_000_000, membershipEnd: 1_797_000_000 },
  ...{ isActive: true, version: 4, isConfirmed: true, upgradeRequestedAt: undefined },
};

const charles: adminRpc.Staff = {
  ...{ id: 'owner', email: 'owner@example.com', role: 'owner', isActive: true },
  ...{ createdAt: 1_795_000_000, lastSeenAt: undefined },
};

const talk: adminRpc.Video = {
  ...{ id: 'v', userId: 'ada', userEmail: 'ada@example.com', thumbnailUrl: '/thumb.jpg', title: 'Talk' },
  ...{ assetId: 'v-asset', createdAt: 1_795_000_000, state: 'failed', durationSeconds: 60.5 },
  failure: { step: 'captioning', reason: 'No sound.', retryable: true },
};

const operation: adminRpc.TokenHistoryEntry = {
  ...{ id: 'o', videoId: 'v', videoTitle: 'Talk', operationType: 'quotes', systemPrompt: 'Numbers first.' },
  ...{ customPrompt: '', result: '[]', createdAt: 1_795_000_000, tokens: undefined, state: 'running' },
};

const dashboard: adminRpc.Dashboard = {
  users: { total: 1, created7Days: 1, expiring7Days: 0, unconfirmed: 0, upgradeRequested: 0 },
  videos: undefined,
  queues: { queued: 0, running: 0, deadLetters: 3 },
  tokenDays: [{ day: '2026-11-20', spent: 52, granted: 50_000 }],
  ...{ failedVideos: [talk], stuckVideos: [], newUsers: [], expiringUsers: [], upgradeRequests: [] },
  missing: ['videos'],
  wrongSettings: ['Mail is not sent: the mail server refuses the account (SMTP_URL).'],
};

const line: adminRpc.AuditEntry = {
  ...{ id: 'l.end', at: 1_795_000_000, actorId: 'owner', actorEmail: 'owner@example.com', state: 'done' },
  ...{ action: 'edit-employee', subjectId: 'v', subjectName: 'ada@example.com', startedId: 'l' },
  ...{ clientAddress: '203.0.113.9', before: '', requested: '', after: '{"plan":"executive"}', msg: '' },
};
