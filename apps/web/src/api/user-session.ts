import { useSyncExternalStore } from 'react';
import type { SessionUser } from '@vault/contracts';

/** What sign-in answered. Only `id` and `token` are relied on; the rest may be missing in older storage. */
export type UserSession = Pick<SessionUser, 'id' | 'token'> & Partial<SessionUser>;

const storageKey = 'user';
const listeners = new Set<() => void>();
let cached: { raw: string | null; session: UserSession | null } = { raw: null, session: null };

function parse(raw: string | null): UserSession | null {
  if (raw === null) return null;
  try {
    const value = JSON.parse(raw) as Partial<UserSession> | null;
    return value && typeof value.token === 'string' && value.token !== '' ? (value as UserSession) : null;
  } catch {
    return null;
  }
}

/** The stored user, or null when nobody with a token is signed in. The same object until storage changes. */
export function readUserSession(): UserSession | null {
  const raw = localStorage.getItem(storageKey);
  if (raw !== cached.raw) cached = { raw, session: parse(raw) };
  return cached.session;
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Keeps what sign-in or registration answered under the key `user`. */
export function startUserSession(user: UserSession): void {
  localStorage.setItem(storageKey, JSON.stringify(user));
  notify();
}

/** Forgets the user in every open tab. */
export function endUserSession(): void {
  localStorage.removeItem(storageKey);
  notify();
}

/** Calls back when the stored user changes, in this tab or in another. */
export function subscribeUserSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The signed-in user, or null; follows log-in and log-out in any tab. */
export function useUserSession(): UserSession | null {
  return useSyncExternalStore(subscribeUserSession, readUserSession, () => null);
}
