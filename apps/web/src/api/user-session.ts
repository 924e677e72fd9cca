import type { SessionUser } from '@vault/contracts';
import { storedSession } from './stored-session.ts';

/** What sign-in answered. Only `id` and `token` are relied on; the rest may be missing in older storage. */
export type UserSession = Pick<SessionUser, 'id' | 'token'> & Partial<SessionUser>;

/** The signed-in user, kept under the key `user`. */
export const userSession = storedSession<UserSession>('user');

export const {
  read: readUserSession,
  start: startUserSession,
  end: endUserSession,
  subscribe: subscribeUserSession,
  use: useUserSession,
} = userSession;
