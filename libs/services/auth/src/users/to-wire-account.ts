import type { authRpc } from '@vault/contracts/rpc';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import { limitsOf } from '../domain/plan-limits.ts';
import { balanceOf } from '../domain/token-account.ts';
import type { Account } from './account-directory.service.ts';

/** An account for staff and its owner, as an rpc message. */
export function toWireAccount({ user, tokens }: Account): authRpc.Account {
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
