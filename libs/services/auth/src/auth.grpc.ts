import { Inject } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import { HEALTH, type Health } from '@vault/base';
import { emptyReply, validated, RpcController, type RpcHandlers } from '@vault/rpc';
import * as requests from './auth.requests.ts';
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
  toWireSession,
  toWireUser,
} from './to-wire.ts';

/** The rpc calls of the service. */
@RpcController(authRpc.AuthServiceService)
export class AuthGrpc {
  readonly handlers: RpcHandlers<typeof authRpc.AuthServiceService> = {
    register: validated(requests.register, async (input) =>
      toWireOpenSession(await this.accounts.register(input)),
    ),
    login: validated(requests.login, async (input) => toWireOpenSession(await this.accounts.login(input))),
    verifySession: validated(requests.verify, async ({ token }) => {
      const { sessionId, user } = await this.sessions.verify(token);
      return { sessionId, user: toWireUser(user) };
    }),
    checkSession: validated(requests.session, async ({ userId, sessionId }) => {
      const { user } = await this.sessions.verifyIds(userId, sessionId);
      return { sessionId, user: toWireUser(user) };
    }),
    issueDownloadTicket: validated(requests.session, async ({ userId, sessionId }) => ({
      ticket: await this.sessions.issueTicket(userId, sessionId),
    })),
    redeemDownloadTicket: validated(requests.ticket, async ({ ticket }) => {
      const { sessionId, user } = await this.sessions.redeemTicket(ticket);
      return { sessionId, user: toWireUser(user) };
    }),
    logout: validated(requests.session, ({ userId, sessionId }) =>
      emptyReply(this.sessions.logOut(userId, sessionId)),
    ),
    listSessions: validated(requests.user, async ({ userId }) => ({
      sessions: (await this.sessions.list(userId)).map(toWireSession),
    })),
    endSession: validated(requests.session, ({ userId, sessionId }) =>
      emptyReply(this.sessions.end(userId, sessionId)),
    ),
    endOtherSessions: validated(requests.session, ({ userId, sessionId }) =>
      emptyReply(this.sessions.endOthers(userId, sessionId)),
    ),
    changePassword: validated(requests.changePassword, (input) => emptyReply(this.passwords.change(input))),
    requestEmailChange: validated(requests.changeEmail, (input) =>
      emptyReply(this.emailChanges.request(input)),
    ),
    confirmEmailChange: validated(requests.emailLink, ({ token }) =>
      emptyReply(this.emailChanges.confirm(token)),
    ),
    undoEmailChange: validated(requests.emailLink, ({ token }) => emptyReply(this.emailChanges.undo(token))),
    requestPasswordReset: validated(requests.requestReset, ({ email }) =>
      emptyReply(this.resets.request(email)),
    ),
    checkPasswordReset: validated(requests.checkReset, ({ token }) => emptyReply(this.resets.check(token))),
    resetPassword: validated(requests.resetPassword, ({ token, newPassword }) =>
      emptyReply(this.resets.reset(token, newPassword)),
    ),
    checkUploadAllowance: validated(requests.user, ({ userId }) => this.allowances.uploadAllowanceOf(userId)),
    getEntitlement: validated(requests.entitlement, async ({ userId, sessionId }) => {
      if (sessionId !== undefined) await this.sessions.findOpen(userId, sessionId);
      return this.allowances.entitlementOf(userId);
    }),
    getSettings: validated(requests.user, async ({ userId }) => (await this.users.get(userId)).settings),
    reserveTokens: validated(requests.reserve, async ({ userId, ...reservation }) => ({
      balance: await this.tokens.reserve(userId, reservation),
    })),
    settleTokens: validated(requests.settle, async ({ userId, operationId, amount }) => ({
      balance: await this.tokens.settle(userId, operationId, amount),
    })),
    getBalanceAndSettings: validated(requests.user, async ({ userId }) => {
      const user = await this.users.get(userId);
      return { ...user.settings, balance: balanceOf(await this.tokens.accountOf(user)) };
    }),
    listAccounts: validated(requests.listAccounts, async (query) => {
      const { accounts, total } = await this.directory.page(query);
      return { accounts: accounts.map(toWireAccount), total };
    }),
    matchAccounts: validated(requests.matchAccounts, async (query) => {
      const { users, total } = await this.directory.match(query);
      return {
        accounts: users.map(({ _id: id, createdAt }) => ({ id, createdAt: epochSeconds(createdAt) })),
        total,
      };
    }),
    getAccounts: validated(requests.getAccounts, async ({ ids }) => ({
      accounts: (await this.directory.byIds(ids)).map(toWireAccount),
    })),
    getAccount: validated(requests.user, async ({ userId }) =>
      toWireAccount(await this.directory.get(userId)),
    ),
    countAccounts: async () => ({
      ...(await this.directory.counts()),
      wrongSettings: [...this.health.wrongSettings],
    }),
    listLedger: validated(requests.listLedger, async ({ userId, page, limit }) => {
      // This read adds the grant of the month, which belongs in the list.
      await this.tokens.balanceOf(userId);
      const { entries, total } = await this.reports.page(userId, page, limit);
      return { entries: entries.map(toWireEntry), total };
    }),
    tokensPerDay: validated(requests.tokensPerDay, async ({ days: count }) => {
      const days = await this.reports.perDay(count);
      return { days: days.map(({ _id: day, spent, granted }) => ({ day, spent, granted })) };
    }),
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
