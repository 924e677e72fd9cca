import type { AccountRecord, AccountSession, PlanId } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';

/** An account as its owner sees it. */
export function toAccountRecord(account: authRpc.Account): AccountRecord {
  return {
    id: account.id,
    email: account.email,
    firstname: account.firstname,
    lastname: account.lastname,
    plan: account.plan as PlanId,
    membership_end: account.membershipEnd,
    created_at: account.createdAt,
    token_balance: account.tokenBalance,
    granted: account.granted,
    added: account.added,
    monthly_tokens: account.monthlyTokens,
    video_limit: account.videoLimit,
    is_confirmed: account.isConfirmed,
    upgrade_requested_at: account.upgradeRequestedAt ?? null,
    ready_mail: account.readyMail,
  };
}

/** A session as its owner sees it. */
export function toAccountSession(session: authRpc.UserSession, currentId: string): AccountSession {
  return {
    id: session.id,
    created_at: session.createdAt,
    last_seen_at: session.lastSeenAt,
    client_address: session.clientAddress,
    user_agent: session.userAgent,
    is_current: session.id === currentId,
  };
}
