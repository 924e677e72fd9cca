import { Inject } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import { HEALTH, type Health } from '@vault/base';
import { emptyReply, RpcController, type RpcHandlers } from '@vault/rpc';
import { balanceOf } from './domain/token-account.ts';
import { EmailChangeService } from './email-change/email-change.service.ts';
import { PasswordResetService } from './passwords/password-reset.service.ts';
import { PasswordService } from './passwords/password.service.ts';
import { SessionService } from './sessions/session.service.ts';
import { TokenReportService } from './tokens/token-report.service.ts';
import { TokenService } from './tokens/token.service.ts';
import { AccountDirectory } from './accounts/account-directory.service.ts';
import { AccountService } from './accounts/account.service.ts';
import { AllowanceService } from './users/allowance.service.ts';
import { UserRepository } from './users/user.repository.ts';
import {
  epochSeconds,
  toWireAccount,
  toWireEntry,
  toWireOpenSession,
  toWirePrincipal,
  toWireSession,
} from './to-wire.ts';

/** The rpc calls of the service. */
@RpcController(authRpc.AuthServiceService)
export class AuthGrpc {
  readonly handlers: RpcHandlers<typeof authRpc.AuthServiceService> = {
    register: async (request) => toWireOpenSession(await this.accounts.register(request)),
    login: async (request) => toWireOpenSession(await this.accounts.login(request)),
    verifySession: async ({ token, workspaceId }) =>
      toWirePrincipal(await this.sessions.verify(token), workspaceId),
    checkSession: async ({ userId, sessionId }) =>
      toWirePrincipal(await this.sessions.verifyIds(userId, sessionId)),
    issueDownloadTicket: async ({ userId, sessionId }) => ({
      ticket: await this.sessions.issueTicket(userId, sessionId),
    }),
    redeemDownloadTicket: async ({ ticket }) => toWirePrincipal(await this.sessions.redeemTicket(ticket)),
    logout: ({ userId, sessionId }) => emptyReply(this.sessions.logOut(userId, sessionId)),
    listSessions: async ({ userId }) => ({
      sessions: (await this.sessions.list(userId)).map(toWireSession),
    }),
    endSession: ({ userId, sessionId }) => emptyReply(this.sessions.end(userId, sessionId)),
    endOtherSessions: ({ userId, sessionId }) => emptyReply(this.sessions.endOthers(userId, sessionId)),
    changePassword: (request) => emptyReply(this.passwords.change(request)),
    requestEmailChange: (request) => emptyReply(this.emailChanges.request(request)),
    confirmEmailChange: ({ token }) => emptyReply(this.emailChanges.confirm(token)),
    undoEmailChange: ({ token }) => emptyReply(this.emailChanges.undo(token)),
    requestPasswordReset: ({ email }) => emptyReply(this.resets.request(email)),
    checkPasswordReset: ({ token }) => emptyReply(this.resets.check(token)),
    resetPassword: ({ token, newPassword }) => emptyReply(this.resets.reset(token, newPassword)),
    checkUploadAllowance: ({ userId }) => this.allowances.uploadAllowanceOf(userId),
    getEntitlement: async ({ userId, sessionId }) => {
      if (sessionId !== undefined) await this.sessions.findOpen(userId, sessionId);
      return this.allowances.entitlementOf(userId);
    },
    getSettings: async ({ userId }) => (await this.users.get(userId)).settings,
    reserveTokens: async ({ userId, ...reservation }) => ({
      balance: await this.tokens.reserve(userId, reservation),
    }),
    settleTokens: async ({ userId, operationId, amount }) => ({
      balance: await this.tokens.settle(userId, operationId, amount),
    }),
    getBalanceAndSettings: async ({ userId }) => {
      const user = await this.users.get(userId);
      return { ...user.settings, balance: balanceOf(await this.tokens.accountOf(user)) };
    },
    listAccounts: async (request) => {
      const { accounts, total } = await this.directory.page(request);
      return { accounts: accounts.map(toWireAccount), total };
    },
    matchAccounts: async (request) => {
      const { users, total } = await this.directory.match(request);
      return {
        accounts: users.map(({ _id: id, createdAt }) => ({ id, createdAt: epochSeconds(createdAt) })),
        total,
      };
    },
    getAccounts: async ({ ids }) => ({ accounts: (await this.directory.byIds(ids)).map(toWireAccount) }),
    getAccount: async ({ userId }) => toWireAccount(await this.directory.get(userId)),
    countAccounts: async () => ({
      ...(await this.directory.counts()),
      wrongSettings: [...this.health.wrongSettings],
    }),
    listLedger: async ({ userId, page, limit }) => {
      // This read adds the grant of the month, which belongs in the list.
      await this.tokens.balanceOf(userId);
      const { entries, total } = await this.reports.page(userId, page, limit);
      return { entries: entries.map(toWireEntry), total };
    },
  };

  constructor(
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly allowances: AllowanceService,
    private readonly users: UserRepository,
    private readonly tokens: TokenService,
    private readonly directory: AccountDirectory,
    private readonly reports: TokenReportService,
    private readonly passwords: PasswordService,
    private readonly resets: PasswordResetService,
    private readonly emailChanges: EmailChangeService,
    @Inject(HEALTH) private readonly health: Health,
  ) {}
}
