import { Inject } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import { currentActor, HEALTH, type Health } from '@vault/base';
import { emptyReply, RpcController, type RpcHandlers } from '@vault/rpc';
import { balanceOf } from './domain/token-account.ts';
import { EmailChangeService } from './email-change/email-change.service.ts';
import { PasswordResetService } from './passwords/password-reset.service.ts';
import { PasswordService } from './passwords/password.service.ts';
import { SessionService, type VerifiedSession } from './sessions/session.service.ts';
import { DomainChecks } from './sso/domain-checks.ts';
import { SsoSettingsService } from './sso/sso-settings.service.ts';
import { SsoSignInService } from './sso/sso-sign-in.service.ts';
import { SsoSignOutService } from './sso/sso-sign-out.service.ts';
import { TokenReportService } from './tokens/token-report.service.ts';
import { TokenService } from './tokens/token.service.ts';
import { AccountDirectory } from './accounts/account-directory.service.ts';
import { AccountService } from './accounts/account.service.ts';
import { AllowanceService } from './users/allowance.service.ts';
import { HolderRepository } from './holders/holder.repository.ts';
import { InvitationService } from './teams/invitation.service.ts';
import { TeamDirectory } from './teams/team-directory.service.ts';
import { WorkspaceService } from './teams/workspace.service.ts';
import {
  epochSeconds,
  toWireAccount,
  toWireEntry,
  toWireFinished,
  toWireOpenSession,
  toWirePrincipal,
  toWireSession,
  toWireWorkspace,
} from './to-wire.ts';

/** The rpc calls of the service. */
@RpcController(authRpc.AuthServiceService)
export class AuthGrpc {
  readonly handlers: RpcHandlers<typeof authRpc.AuthServiceService> = {
    register: async (request) => toWireOpenSession(await this.accounts.register(request)),
    login: async (request) => toWireOpenSession(await this.accounts.login(request)),
    verifySession: async ({ token, workspaceId }) =>
      this.toPrincipal(await this.sessions.verify(token), workspaceId),
    checkSession: async ({ userId, sessionId, workspaceId }) =>
      this.toPrincipal(await this.sessions.verifyIds(userId, sessionId), workspaceId),
    issueDownloadTicket: async ({ userId, sessionId }) => ({
      ticket: await this.sessions.issueTicket(userId, sessionId),
    }),
    redeemDownloadTicket: async ({ ticket }) => this.toPrincipal(await this.sessions.redeemTicket(ticket)),
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
    checkUploadAllowance: ({ ownerId }) => this.allowances.uploadAllowanceOf(ownerId),
    getEntitlement: async ({ ownerId, sessionId, userId = ownerId }) => {
      if (sessionId !== undefined) await this.sessions.findOpen(userId, sessionId);
      const refusal = await this.workspaces.uploadRefusal(userId, ownerId);
      const { isActive, ...entitlement } = await this.allowances.entitlementOf(ownerId);
      const refused = refusal === '' ? {} : { isAllowed: false, msg: refusal };
      return { ...entitlement, ...refused, ...(!isActive && { isSwitchedOff: true }) };
    },
    getSettings: async ({ ownerId }) => (await this.holders.get(ownerId)).settings,
    reserveTokens: async ({ ownerId, ...reservation }) => ({
      balance: await this.tokens.reserve(ownerId, { ...reservation, spentBy: currentActor()?.id }),
    }),
    settleTokens: async ({ ownerId, operationId, amount }) => ({
      balance: await this.tokens.settle(ownerId, operationId, amount),
    }),
    getBalanceAndSettings: async ({ ownerId }) => {
      const holder = await this.holders.get(ownerId);
      return { ...holder.settings, balance: balanceOf(await this.tokens.accountOf(holder)) };
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
    listLedger: async ({ ownerId: userId, page, limit, spentBy }) => {
      // This read adds the grant of the month, which belongs in the list.
      await this.tokens.balanceOf(userId);
      const lines = { userId, ...(spentBy !== undefined && { spentBy }) };
      const { entries, total } = await this.reports.page(lines, page, limit);
      return { entries: entries.map(toWireEntry), total };
    },
    listWorkspaces: async ({ userId }) => ({
      workspaces: (await this.workspaces.list(userId)).map(toWireWorkspace),
    }),
    listTeams: ({ page, limit, ...which }) => this.teamDirectory.page(which, (page - 1) * limit, limit),
    getTeam: ({ ownerId }) => this.teamDirectory.get(ownerId),
    invite: async (request) => ({ addresses: [...(await this.invitations.invite(request))] }),
    showInvitation: async ({ token }) => this.teamDirectory.toInvitation(await this.invitations.show(token)),
    findTeamOfInvitation: async ({ token, userId }) =>
      toWireWorkspace(await this.invitations.findTeam(token, userId)),
    acceptInvitation: async ({ token, userId }) =>
      toWireWorkspace(await this.invitations.accept(token, userId)),
    getSso: ({ ownerId }) => this.sso.get(ownerId),
    addDomain: ({ ownerId, domain }) => this.ssoAfter(ownerId, this.sso.addDomain(ownerId, domain)),
    checkDomain: ({ ownerId, domain }) => this.ssoAfter(ownerId, this.domains.check(ownerId, domain)),
    removeDomain: ({ ownerId, domain }) => this.ssoAfter(ownerId, this.sso.removeDomain(ownerId, domain)),
    setSsoProvider: (request) => this.ssoAfter(request.ownerId, this.sso.setProvider(request)),
    removeSsoProvider: ({ ownerId }) => this.ssoAfter(ownerId, this.sso.removeProvider(ownerId)),
    setSsoPeople: (request) => this.ssoAfter(request.ownerId, this.sso.setPeople(request)),
    setSsoRequirement: (request) => this.ssoAfter(request.ownerId, this.sso.setRequirement(request)),
    testSso: (request) => this.ssoSignIns.beginTest(request),
    beginSso: (request) => this.ssoSignIns.begin(request),
    finishSso: async (request) => toWireFinished(await this.ssoSignIns.finish(request)),
    linkSso: async (request) => toWireFinished(await this.ssoSignIns.link(request)),
    signOutByProvider: (request) => emptyReply(this.signOuts.signOut(request)),
  };

  constructor(
    private readonly accounts: AccountService,
    private readonly sessions: SessionService,
    private readonly allowances: AllowanceService,
    private readonly holders: HolderRepository,
    private readonly workspaces: WorkspaceService,
    private readonly invitations: InvitationService,
    private readonly teamDirectory: TeamDirectory,
    private readonly tokens: TokenService,
    private readonly directory: AccountDirectory,
    private readonly reports: TokenReportService,
    private readonly passwords: PasswordService,
    private readonly resets: PasswordResetService,
    private readonly emailChanges: EmailChangeService,
    private readonly sso: SsoSettingsService,
    private readonly domains: DomainChecks,
    private readonly ssoSignIns: SsoSignInService,
    private readonly signOuts: SsoSignOutService,
    @Inject(HEALTH) private readonly health: Health,
  ) {}

  /** What is set up after a change of it. */
  private async ssoAfter(ownerId: string, change: Promise<void>): Promise<authRpc.Sso> {
    await change;
    return this.sso.get(ownerId);
  }

  private async toPrincipal(verified: VerifiedSession, workspaceId?: string): Promise<authRpc.Principal> {
    return toWirePrincipal(verified, await this.workspaces.of(verified.user._id, workspaceId));
  }
}
