import { authRpc } from '@vault/contracts/rpc';
import { RpcController, type RpcHandlers } from '@vault/platform';
import {
  changePasswordRequest,
  getAccountsRequest,
  listAccountsRequest,
  listLedgerRequest,
  loginRequest,
  matchAccountsRequest,
  parseRequest,
  registerRequest,
  requestResetRequest,
  reserveRequest,
  resetPasswordRequest,
  sessionRequest,
  settleRequest,
  tokensPerDayRequest,
  userRequest,
  verifyRequest,
} from './auth.requests.ts';
import { PasswordResetService } from './passwords/password-reset.service.ts';
import { PasswordService } from './passwords/password.service.ts';
import { SessionService } from './sessions/session.service.ts';
import { TokenReportService } from './tokens/token-report.service.ts';
import { TokenService } from './tokens/token.service.ts';
import { AccountDirectory, type Account } from './users/account-directory.service.ts';
import { AccountService } from './users/account.service.ts';
import { AllowanceService } from './users/allowance.service.ts';
import { SettingsService } from './users/settings.service.ts';
import type { StoredLedgerEntry } from './tokens/ledger-entry.schema.ts';
import type { Session } from './sessions/session.schema.ts';
import type { User } from './users/user.schema.ts';
import { limitsOf } from './domain/plan-limits.ts';
import { balanceOf } from './domain/token-account.ts';

/** The rpc calls of the service. */
@RpcController(authRpc.AuthServiceService)
export class AuthGrpc implements RpcHandlers<typeof authRpc.AuthServiceService> {
  constructor(
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly allowances: AllowanceService,
    private readonly settings: SettingsService,
    private readonly tokens: TokenService,
    private readonly directory: AccountDirectory,
    private readonly reports: TokenReportService,
    private readonly passwords: PasswordService,
    private readonly resets: PasswordResetService,
  ) {}

  async register(request: authRpc.RegisterRequest): Promise<authRpc.Session> {
    const { token, user } = await this.accounts.register(parseRequest(registerRequest, request));
    return { token, user: toWireUser(user) };
  }

  async login(request: authRpc.LoginRequest): Promise<authRpc.Session> {
    const { token, user } = await this.accounts.login(parseRequest(loginRequest, request));
    return { token, user: toWireUser(user) };
  }

  async verifySession(request: authRpc.VerifySessionRequest): Promise<authRpc.Principal> {
    const { token } = parseRequest(verifyRequest, request);
    const { sessionId, user } = await this.sessions.verify(token);
    return { sessionId, user: toWireUser(user) };
  }

  async logout(request: authRpc.LogoutRequest): Promise<authRpc.LogoutReply> {
    const { userId, sessionId } = parseRequest(sessionRequest, request);
    await this.sessions.end(userId, sessionId);
    return {};
  }

  async checkUploadAllowance(request: authRpc.UserRequest): Promise<authRpc.UploadAllowance> {
    return this.allowances.uploadAllowanceOf(parseRequest(userRequest, request).userId);
  }

  async getEntitlement(request: authRpc.UserRequest): Promise<authRpc.Entitlement> {
    return this.allowances.entitlementOf(parseRequest(userRequest, request).userId);
  }

  async getSettings(request: authRpc.UserRequest): Promise<authRpc.Settings> {
    return this.settings.of(parseRequest(userRequest, request).userId);
  }

  async reserveTokens(request: authRpc.ReserveTokensRequest): Promise<authRpc.TokenAccount> {
    const { userId, ...reservation } = parseRequest(reserveRequest, request);
    return { balance: await this.tokens.reserve(userId, reservation) };
  }

  async settleTokens(request: authRpc.SettleTokensRequest): Promise<authRpc.TokenAccount> {
    const { userId, operationId, amount } = parseRequest(settleRequest, request);
    return { balance: await this.tokens.settle(userId, operationId, amount) };
  }

  async getTokenAccount(request: authRpc.UserRequest): Promise<authRpc.TokenAccount> {
    return { balance: await this.tokens.balanceOf(parseRequest(userRequest, request).userId) };
  }

  async listAccounts(request: authRpc.ListAccountsRequest): Promise<authRpc.AccountPage> {
    const { accounts, total } = await this.directory.page(parseRequest(listAccountsRequest, request));
    return { accounts: accounts.map(toWireAccount), total };
  }

  async matchAccounts(request: authRpc.MatchAccountsRequest): Promise<authRpc.MatchedAccounts> {
    const { users, total } = await this.directory.match(parseRequest(matchAccountsRequest, request));
    const accounts = users.map(({ _id: id, createdAt }) => ({ id, createdAt: epochSeconds(createdAt) }));
    return { accounts, total };
  }

  async getAccounts(request: authRpc.GetAccountsRequest): Promise<authRpc.Accounts> {
    const accounts = await this.directory.byIds(parseRequest(getAccountsRequest, request).ids);
    return { accounts: accounts.map(toWireAccount) };
  }

  async getAccount(request: authRpc.UserRequest): Promise<authRpc.Account> {
    return toWireAccount(await this.directory.get(parseRequest(userRequest, request).userId));
  }

  countAccounts(): Promise<authRpc.AccountCounts> {
    return this.directory.counts();
  }

  async listLedger(request: authRpc.ListLedgerRequest): Promise<authRpc.LedgerPage> {
    const { userId, page, limit } = parseRequest(listLedgerRequest, request);
    // This read adds the grant of the month, which belongs in the list.
    await this.tokens.balanceOf(userId);
    const { entries, total } = await this.reports.page(userId, page, limit);
    return { entries: entries.map(toWireEntry), total };
  }

  async tokensPerDay(request: authRpc.TokensPerDayRequest): Promise<authRpc.TokenDays> {
    const days = await this.reports.perDay(parseRequest(tokensPerDayRequest, request).days);
    return { days: days.map(({ _id: day, spent, granted }) => ({ day, spent, granted })) };
  }

  async listSessions(request: authRpc.UserRequest): Promise<authRpc.UserSessions> {
    const sessions = await this.sessions.list(parseRequest(userRequest, request).userId);
    return { sessions: sessions.map(toWireSession) };
  }

  async endSession(request: authRpc.SessionRequest): Promise<authRpc.EndSessionReply> {
    const { userId, sessionId } = parseRequest(sessionRequest, request);
    await this.sessions.end(userId, sessionId);
    return {};
  }

  async endOtherSessions(request: authRpc.SessionRequest): Promise<authRpc.EndSessionReply> {
    const { userId, sessionId } = parseRequest(sessionRequest, request);
    await this.sessions.endAll(userId, sessionId);
    return {};
  }

  async changePassword(request: authRpc.ChangePasswordRequest): Promise<authRpc.ChangePasswordReply> {
    await this.passwords.change(parseRequest(changePasswordRequest, request));
    return {};
  }

  async requestPasswordReset(
    request: authRpc.RequestPasswordResetRequest,
  ): Promise<authRpc.RequestPasswordResetReply> {
    await this.resets.request(parseRequest(requestResetRequest, request).email);
    return {};
  }

  async resetPassword(request: authRpc.ResetPasswordRequest): Promise<authRpc.ResetPasswordReply> {
    const { token, newPassword } = parseRequest(resetPasswordRequest, request);
    await this.resets.reset(token, newPassword);
    return {};
  }
}

/** A ledger entry as an rpc message. */
function toWireEntry(entry: StoredLedgerEntry): authRpc.LedgerEntry {
  const { _id, userId, at, amount, purpose, operationId = '', videoId = '' } = entry;
  return { id: _id.slice(userId.length + 1), at: epochSeconds(at), amount, purpose, operationId, videoId };
}

/** A session for its owner, as an rpc message. */
function toWireSession(session: Session): authRpc.UserSession {
  const { _id: id, createdAt, lastSeenAt, clientAddress, userAgent } = session;
  return {
    id,
    createdAt: epochSeconds(createdAt),
    lastSeenAt: epochSeconds(lastSeenAt),
    clientAddress,
    userAgent,
  };
}

/** The fields of a user for other services, as an rpc message. */
function toWireUser(user: User): authRpc.User {
  const { _id: id, email, firstname, lastname, plan, membershipEnd } = user;
  return {
    id,
    email,
    firstname,
    lastname,
    plan,
    membershipEnd: epochSeconds(membershipEnd),
  };
}

/** An account for staff and its owner, as an rpc message. */
function toWireAccount({ user, tokens }: Account): authRpc.Account {
  const { _id: id, email, firstname, lastname, plan, isActive, isConfirmed, readyMail, revision } = user;
  const { monthlyTokens, videoLimit } = limitsOf(user);
  return {
    ...{ id, email, firstname, lastname, plan, isActive, isConfirmed, readyMail, monthlyTokens, videoLimit },
    version: revision,
    membershipEnd: epochSeconds(user.membershipEnd),
    createdAt: epochSeconds(user.createdAt),
    tokenBalance: balanceOf(tokens),
    granted: tokens.granted,
    added: tokens.added,
    ...(user.upgradeRequestedAt && { upgradeRequestedAt: epochSeconds(user.upgradeRequestedAt) }),
  };
}

/** A time in the format of the API: whole seconds since the epoch. */
function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
