import { authRpc } from '@vault/contracts/rpc';
import { RpcController, type RpcHandlers } from '@vault/platform';
import {
  loginRequest,
  logoutRequest,
  parseRequest,
  registerRequest,
  reserveRequest,
  settleRequest,
  userRequest,
  verifyRequest,
} from './auth.requests.ts';
import { SessionService } from './sessions/session.service.ts';
import { TokenService } from './tokens/token.service.ts';
import { AccountService } from './users/account.service.ts';
import { AllowanceService } from './users/allowance.service.ts';
import { SettingsService } from './users/settings.service.ts';
import { toWireUser } from './users/to-wire-user.ts';

/** Answers what other services ask about people. */
@RpcController(authRpc.AuthServiceService)
export class AuthGrpc implements RpcHandlers<typeof authRpc.AuthServiceService> {
  constructor(
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly allowances: AllowanceService,
    private readonly settings: SettingsService,
    private readonly tokens: TokenService,
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
    const { userId, sessionId } = parseRequest(logoutRequest, request);
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
    const { userId, ...wish } = parseRequest(reserveRequest, request);
    return { balance: await this.tokens.reserve(userId, wish) };
  }

  async settleTokens(request: authRpc.SettleTokensRequest): Promise<authRpc.TokenAccount> {
    const { userId, operationId, amount } = parseRequest(settleRequest, request);
    return { balance: await this.tokens.settle(userId, operationId, amount) };
  }

  async getTokenAccount(request: authRpc.UserRequest): Promise<authRpc.TokenAccount> {
    return { balance: await this.tokens.balanceOf(parseRequest(userRequest, request).userId) };
  }
}
