import type { PlanId } from '@vault/contracts';
import type { CommandResult } from '@vault/messaging';
import type { authRpc } from '@vault/contracts/rpc';
import type { Session } from '@vault/identity';
import type { Account } from './accounts/account-directory.service.ts';
import { limitsOf } from './domain/plan-limits.ts';
import { balanceOf } from './domain/token-account.ts';
import type { Workspace } from './domain/workspace.ts';
import type { OpenSession, VerifiedSession } from './sessions/session.service.ts';
import type { FinishedSignIn } from './sso/sso-sign-in.service.ts';
import type { StoredLedgerEntry } from './tokens/ledger-entry.schema.ts';
import type { TeamAccount } from './teams/team-plan.service.ts';
import type { User } from './users/user.schema.ts';

/** A new session with its token. */
export function toWireOpenSession({ token, user }: OpenSession): authRpc.Session {
  return { token, user: toWireUser(user) };
}

export function toWireFinished({ session, ...finished }: FinishedSignIn): authRpc.FinishedSso {
  return { ...finished, ...(session && { session: toWireOpenSession(session) }) };
}

/** A session, its person and the workspace of the request. */
export function toWirePrincipal(
  { sessionId, user }: VerifiedSession,
  workspace: Workspace,
): authRpc.Principal {
  return { sessionId, user: toWireUser(user), workspace: toWireWorkspace(workspace) };
}

export function toWireWorkspace({ deletesAt, linkedAt, ...workspace }: Workspace): authRpc.Workspace {
  return {
    ...workspace,
    ...(deletesAt && { deletesAt: epochSeconds(deletesAt) }),
    ...(linkedAt && { linkedAt: epochSeconds(linkedAt) }),
  };
}

/** A ledger entry as an rpc message. */
export function toWireEntry(entry: StoredLedgerEntry): authRpc.LedgerEntry {
  const { _id, userId, at, operationId = '', videoId = '', spentBy = '', ...entered } = entry;
  const { amount, purpose } = entered;
  const id = _id.slice(userId.length + 1);
  return { id, at: epochSeconds(at), amount, purpose, operationId, videoId, spentBy };
}

/** A session for its owner, as an rpc message. */
export function toWireSession(session: Session): authRpc.UserSession {
  const { _id: id, createdAt, lastSeenAt, ...client } = session;
  return { ...client, id, createdAt: epochSeconds(createdAt), lastSeenAt: epochSeconds(lastSeenAt) };
}

/** The fields of a user for other services, as an rpc message. */
function toWireUser(user: User): authRpc.User {
  const { _id: id, email, firstname, lastname, plan, membershipEnd } = user;
  return { id, email, firstname, lastname, plan, membershipEnd: epochSeconds(membershipEnd) };
}

/** An account for staff and its owner, as an rpc message. */
export function toWireAccount({ user, tokens }: Account): authRpc.Account {
  const {
    _id: id,
    email,
    firstname,
    lastname,
    plan,
    isActive,
    isConfirmed,
    readyMail,
    contentVersion,
  } = user;
  const { monthlyTokens, videoLimit } = limitsOf(user);
  return {
    id,
    email,
    firstname,
    lastname,
    plan,
    isActive,
    isConfirmed,
    readyMail,
    monthlyTokens,
    videoLimit,
    version: contentVersion,
    membershipEnd: epochSeconds(user.membershipEnd),
    createdAt: epochSeconds(user.createdAt),
    tokenBalance: balanceOf(tokens),
    granted: tokens.granted,
    added: tokens.added,
    ...(user.upgradeRequestedAt && { upgradeRequestedAt: epochSeconds(user.upgradeRequestedAt) }),
  };
}

/** The outcome of a change by staff, who then need not read the account. */
export function toWireOutcome(account: Account): CommandResult {
  const { version, plan, membershipEnd, isActive, isConfirmed, tokenBalance, upgradeRequestedAt } =
    toWireAccount(account);
  const fields = { membershipEnd, isActive, isConfirmed, tokenBalance, upgradeRequestedAt };
  return { version, account: { plan: plan as PlanId, ...fields } };
}

/** As {@link toWireOutcome}, of a team. */
export function toTeamOutcome({ team, tokens }: TeamAccount): CommandResult {
  const { contentVersion: version, plan, isActive, isConfirmed } = team;
  const membershipEnd = epochSeconds(team.membershipEnd);
  return {
    version,
    account: { plan, isActive, isConfirmed, membershipEnd, tokenBalance: balanceOf(tokens) },
  };
}

/** A time in the format of the API: whole seconds since the epoch. */
export function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
