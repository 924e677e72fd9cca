import type { CurrentUser, PlanId, SessionUser } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';

export function toCurrentUser(user: authRpc.User): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    plan: user.plan as PlanId,
    membership_end: user.membershipEnd,
  };
}

export function toSessionUser({ token, user }: authRpc.Session): SessionUser {
  if (!user) throw new AppError('internal', 'The server could not finish this. Please try again.');
  return { ...toCurrentUser(user), token };
}
