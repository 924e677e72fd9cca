import type { SessionUser } from '@vault/contracts';
import { storedSession } from './stored-session.ts';

/** The answer of a sign-in. Only `id` and `token` are required; older stored sessions may lack the rest. */
export type UserSession = Pick<SessionUser, 'id' | 'token'> & Partial<SessionUser>;

/** The signed-in user, stored under the key `user`. */
export const userSession = storedSession<UserSession>('user');

export const {
  read: readUserSession,
  start: startUserSession,
  end: endUserSession,
  subscribe: subscribeUserSession,
  use: useUserSession,
} = userSession;
