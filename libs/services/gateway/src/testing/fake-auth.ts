import { Injectable } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import { AppError, currentActor } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';
import { FakeAccounts } from './fake-accounts.ts';
import { FakeSso } from './fake-sso.ts';

const {
  verifySession,
  checkSession,
  issueDownloadTicket,
  redeemDownloadTicket,
  login,
  register,
  logout,
  checkUploadAllowance,
  getSettings,
  getAccount,
  listLedger,
  listSessions,
  endSession,
  endOtherSessions,
  changePassword,
  requestPasswordReset,
  checkPasswordReset,
  resetPassword,
  requestEmailChange,
  confirmEmailChange,
  undoEmailChange,
  ...others
} = authRpc.AuthServiceService;
const { listAccounts, matchAccounts, getAccounts, countAccounts } = others;
const { getEntitlement, listWorkspaces, getTeam, listTeams, invite } = others;
const { showInvitation, findTeamOfInvitation, acceptInvitation } = others;
const teamCalls = {
  ...{ listWorkspaces, getTeam, listTeams, invite, getEntitlement },
  ...{ showInvitation, findTeamOfInvitation, acceptInvitation },
};
const { getSso, addDomain, checkDomain, removeDomain, setSsoProvider, removeSsoProvider } = others;
const { setSsoPeople, setSsoRequirement, testSso, beginSso, finishSso, linkSso, signOutByProvider } = others;
const ssoCalls = {
  ...{ getSso, addDomain, checkDomain, removeDomain, setSsoProvider, removeSsoProvider, setSsoPeople },
  ...{ setSsoRequirement, testSso, beginSso, finishSso, linkSso, signOutByProvider },
};
const staffCalls = { listAccounts, matchAccounts, getAccounts, countAccounts };
const accountCalls = { getAccount, listLedger, listSessions, endSession, endOtherSessions };
const passwordCalls = { changePassword, requestPasswordReset, checkPasswordReset, resetPassword };
const ticketCalls = { issueDownloadTicket, redeemDownloadTicket };
const emailCalls = { requestEmailChange, confirmEmailChange, undoEmailChange };
const rpc = {
  ...{ verifySession, checkSession, login, register, logout, checkUploadAllowance, getSettings },
  ...accountCalls,
  ...passwordCalls,
  ...emailCalls,
  ...ticketCalls,
  ...staffCalls,
  ...teamCalls,
  ...ssoCalls,
};

/** A fake auth service: scripted answers, and the received requests. */
export class FakeAuth {
  /** User id by token. */
  readonly sessions = new Map<string, string>();
  verified = 0;
  /** The prompts of every user. */
  readonly settings = { customPrompt: 'c', quoteCount: 2, baseSearchPrompt: 'b' };
  /** Fields that differ from `usualAccount`, for every user. */
  readonly account: Partial<authRpc.Account> = {};
  /** What staff see; without any accounts, every user has the usual one. */
  readonly directory = new FakeAccounts();
  /** By id. */
  readonly teams = new Map<string, authRpc.Team>();
  /** The ledger of every user, newest first. */
  readonly ledger: authRpc.LedgerEntry[] = [];
  /** Received calls about sessions and passwords, with their requests. */
  readonly received: [string, unknown][] = [];
  /** The error of the next ledger calls. */
  failure: AppError | undefined;

  /** @param handled gets type and data of each handled command */
  constructor(private readonly handled: [string, unknown][]) {}

  reset(): void {
    for (const list of [this.ledger, this.received]) list.length = 0;
    this.directory.reset();
    this.teams.clear();
    for (const field of Object.keys(this.account)) Reflect.deleteProperty(this.account, field);
    this.failure = undefined;
  }

  definition(): ServiceDefinition {
    return fakeService('auth', rpc, this.answers(), this.commands());
  }

  private answers() {
    const { sessions, settings, account, directory, ledger, received, teams } = this;
    /** Users with a ticket that was not used yet. */
    const tickets = new Set<string>();
    const memberOf = (userId: string, id = userId): authRpc.Workspace => {
      const team = this.teams.get(id);
      const member = team?.members.find((each) => each.userId === userId);
      if (team && member) return { ...teamItem(team), role: member.role };
      if (id === userId) return workspaceOf(id);
      throw new AppError('forbidden', 'You are not a member of this workspace.');
    };
    const countVerified = () => (this.verified += 1);
    const mayFail = () => {
      if (this.failure) throw this.failure;
    };
    @RpcController(rpc)
    class AuthGrpc {
      readonly handlers = new FakeSso(received);

      verifySession({ token, workspaceId }: authRpc.VerifySessionRequest) {
        countVerified();
        const id = sessions.get(token);
        if (id === undefined) throw new AppError('unauthenticated', 'Unauthorized');
        if (id === 'inactive') throw new AppError('forbidden', 'Forbidden');
        return { ...principalOf(id), workspace: memberOf(id, workspaceId) };
      }
      checkSession({ userId, sessionId, workspaceId }: authRpc.SessionRequest) {
        if (![...sessions.values()].includes(userId)) throw new AppError('unauthenticated', 'Unauthorized');
        return { ...principalOf(userId), sessionId, workspace: memberOf(userId, workspaceId) };
      }
      login(request: authRpc.LoginRequest) {
        const { email, password } = request;
        received.push(['login', request]);
        if (password !== 'right password') throw new AppError('unauthenticated', 'Wrong e-mail or password.');
        return { token: tokenOf(email), user: userOf(email) };
      }
      register({ email }: { email: string }) {
        if (email.startsWith('taken')) throw new AppError('conflict', 'This e-mail is taken.');
        return { token: tokenOf(email), user: userOf(email) };
      }
      issueDownloadTicket({ userId }: authRpc.SessionRequest) {
        tickets.add(userId);
        return { ticket: `ticket-of-${userId}` };
      }
      redeemDownloadTicket({ ticket }: authRpc.DownloadTicket) {
        const id = ticket.replace('ticket-of-', '');
        if (!tickets.delete(id)) throw new AppError('unauthenticated', 'Unauthorized');
        return principalOf(id);
      }
      logout() {
        sessions.clear();
        return {};
      }
      /** The videos of Eve cannot be counted. */
      checkUploadAllowance({ ownerId }: authRpc.OwnerRequest) {
        const used = ownerId === 'eve' ? undefined : 2;
        return { canUpload: false, msg: 'Delete one first.', used, videoLimit: 2 };
      }
      getEntitlement({ ownerId }: authRpc.EntitlementRequest): authRpc.Entitlement {
        const { accounts: known } = directory;
        if (known.size > 0 && !known.has(ownerId) && !teams.has(ownerId))
          throw AppError.notFound('The account');
        const isSwitchedOff = account.isActive === false;
        return { isAllowed: true, msg: '', videoLimit: 2, portalLimit: 1, isSwitchedOff };
      }
      getSettings() {
        return { ...settings };
      }
      listWorkspaces({ userId }: authRpc.UserRequest): authRpc.Workspaces {
        const theirs = [...teams.values()].filter(({ members }) =>
          members.some((each) => each.userId === userId),
        );
        return { workspaces: [workspaceOf(userId), ...theirs.map(({ id }) => memberOf(userId, id))] };
      }
      getTeam({ ownerId }: authRpc.OwnerRequest): authRpc.Team {
        const team = teams.get(ownerId);
        if (!team) throw AppError.notFound('The team');
        return team;
      }
      listTeams({ q, isRequested }: authRpc.ListTeamsRequest): authRpc.Teams {
        if (directory.isUnavailable) throw AppError.unavailable();
        const isListed = ({ name, upgradeRequestedAt }: authRpc.Team) =>
          name.includes(q) && (!isRequested || upgradeRequestedAt !== undefined);
        const found = [...teams.values()].filter(isListed);
        return { teams: found, total: found.length };
      }
      invite(request: authRpc.InviteRequest): authRpc.Invited {
        received.push(['invite', request]);
        return { addresses: request.emails.map((email) => ({ email, result: 'sent' })) };
      }
      showInvitation({ token }: authRpc.InvitationRequest): authRpc.Invitation {
        if (token.startsWith('used')) throw new AppError('gone', 'This invitation has ended.');
        return anInvitation;
      }
      findTeamOfInvitation({ token }: authRpc.AcceptInvitationRequest): authRpc.Workspace {
        if (token.startsWith('open')) throw AppError.notFound('The team');
        return { ...workspaceOf('acme'), name: 'Acme', kind: 'team', role: 'editor' };
      }
      acceptInvitation(request: authRpc.AcceptInvitationRequest): authRpc.Workspace {
        received.push(['accept invitation', request]);
        return { ...workspaceOf('acme'), name: 'Acme', kind: 'team', role: 'editor' };
      }
      getAccount({ userId }: { userId: string }): authRpc.Account {
        if (directory.accounts.size > 0) return directory.get(userId);
        return { ...usualAccount, ...userOf(userId), ...account };
      }
      listAccounts(request: authRpc.ListAccountsRequest) {
        return directory.list(request);
      }
      matchAccounts(request: authRpc.MatchAccountsRequest) {
        return directory.match(request);
      }
      getAccounts({ ids }: authRpc.GetAccountsRequest) {
        return { accounts: directory.byIds(ids) };
      }
      countAccounts() {
        return directory.count();
      }
      listLedger({ page, limit }: authRpc.ListLedgerRequest): authRpc.LedgerPage {
        mayFail();
        return { entries: ledger.slice((page - 1) * limit, page * limit), total: ledger.length };
      }
      listSessions(): authRpc.UserSessions {
        return { sessions: ['s', 'other'].map((id) => ({ ...usualSession, id })) };
      }
      endSession(request: authRpc.SessionRequest) {
        received.push(['end', request]);
        return {};
      }
      endOtherSessions(request: authRpc.SessionRequest) {
        received.push(['end others', request]);
        return {};
      }
      changePassword(request: authRpc.ChangePasswordRequest) {
        received.push(['change password', request]);
        if (request.password !== 'right password')
          throw new AppError('invalid-input', 'The current password is wrong.');
        return {};
      }
      requestPasswordReset(request: authRpc.RequestPasswordResetRequest) {
        received.push(['request reset', request]);
        return {};
      }
      requestEmailChange(request: authRpc.RequestEmailChangeRequest) {
        received.push(['change email', request]);
        if (request.password !== 'right password')
          throw new AppError('invalid-input', 'The password is wrong.');
        return {};
      }
      confirmEmailChange(request: authRpc.EmailLinkRequest) {
        received.push(['confirm email', request]);
        return {};
      }
      undoEmailChange(request: authRpc.EmailLinkRequest) {
        received.push(['undo email', request]);
        if (request.token.startsWith('used')) throw new AppError('gone', 'This link was used already.');
        return {};
      }
      checkPasswordReset({ token }: authRpc.CheckPasswordResetRequest) {
        if (token.startsWith('used')) throw new AppError('gone', 'This link was used already.');
        return {};
      }
      resetPassword(request: authRpc.ResetPasswordRequest) {
        received.push(['reset', request]);
        if (request.token.startsWith('used')) throw new AppError('gone', 'This link was used already.');
        return {};
      }
    }
    return AuthGrpc;
  }

  private commands() {
    const { settings, handled, teams } = this;
    const choose = ({ userId, ...choice }: { userId: string } & Partial<typeof settings>) => {
      Object.assign(settings, choice);
      return Promise.resolve(void handled.push(['settings', { userId, ...choice }]));
    };
    const handle = (what: string) => (data: unknown) => Promise.resolve(void handled.push([what, data]));
    @Injectable()
    class AuthCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'auth.update-quote-prompt.v1': choose,
        'auth.update-search-prompt.v1': choose,
        'auth.edit-account.v1': handle('edit account'),
        'auth.delete-account.v1': handle('delete account'),
        'auth.request-upgrade.v1': handle('request upgrade'),
        'auth.create-team.v1': ({ ownerId, name }) => {
          teams.set(ownerId, aTeam(ownerId, name, [{ userId: currentActor()?.id ?? '', role: 'owner' }]));
          return Promise.resolve();
        },
        'auth.edit-team.v1': handle('edit team'),
        'auth.set-team-picture.v1': handle('set team picture'),
        'auth.delete-team.v1': handle('delete team'),
        'auth.restore-team.v1': handle('restore team'),
        'auth.set-role.v1': handle('set role'),
        'auth.remove-member.v1': handle('remove member'),
        'auth.withdraw-invitation.v1': handle('withdraw invitation'),
      };
    }
    return AuthCommands;
  }
}

const person = {
  email: 'ada@example.com',
  firstname: 'Ada',
  lastname: 'Byron',
  plan: 'free',
  membershipEnd: 1_795_000_000,
};

const userOf = (id: string): authRpc.User => ({ ...person, id });

const principalOf = (id: string): authRpc.Principal => ({
  sessionId: 's',
  user: userOf(id),
  workspace: workspaceOf(id),
});

const workspaceOf = (id: string): authRpc.Workspace => ({
  ...{ id, name: 'Personal', kind: 'personal', role: 'owner', publishers: 'editors' },
});

/** A team as auth tells about it. */
export function aTeam(
  id: string,
  name: string,
  members: readonly Pick<authRpc.Member, 'userId' | 'role'>[],
): authRpc.Team {
  const { firstname, lastname, email } = person;
  const about = { firstname, lastname, email, since: 1_794_000_000, invitedBy: '', isActive: true };
  const lastHere = 1_795_500_000;
  return {
    ...{ id, name, publishers: 'editors', plan: 'free', isConfirmed: true, version: 1 },
    ...{ membershipEnd: 1_795_000_000, createdAt: 1_794_000_000, memberLimit: 500 },
    ...{ hasSso: false, requiresSso: false },
    ...{ videoLimit: 2, monthlyTokens: 50_000, invitations: [anInvitation], isActive: true },
    ...{ tokenBalance: 75_000, memberCount: members.length },
    members: members.map((member) => ({ ...about, lastHere, ...member })),
  };
}

const teamItem = ({ id, name, publishers }: authRpc.Team) => ({ id, name, publishers, kind: 'team' });

const anInvitation: authRpc.Invitation = {
  ...{ id: 'invitation-1', email: 'bo@example.com', role: 'editor', invitedBy: 'Ada Byron', team: 'Acme' },
  ...{ createdAt: 1_794_000_000, expiresAt: 1_794_600_000 },
};

const usualAccount: Omit<authRpc.Account, keyof authRpc.User> = {
  isActive: true,
  createdAt: 1_794_000_000,
  tokenBalance: 75_000,
  granted: 50_000,
  added: 25_000,
  monthlyTokens: 50_000,
  version: 4,
  isConfirmed: true,
  upgradeRequestedAt: undefined,
  readyMail: true,
  videoLimit: 2,
};

const usualSession = {
  createdAt: 1_794_000_000,
  lastSeenAt: 1_794_000_600,
  clientAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
};

function tokenOf(email: string): string {
  return `token-of-${email.replace('@', '-at-')}`;
}
