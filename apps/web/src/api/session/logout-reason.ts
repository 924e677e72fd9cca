import { useSyncExternalStore } from 'react';
import { useUserSession } from './user-session.ts';
import { Listeners } from '../../lib/state/listeners.ts';

const storageKey = 'refused-session';
const listeners = new Listeners();
let isByUser = false;

/** The token that the server has refused. This tab stores it, so that it is still known after a reload. */
export function readRefusedToken(): string | null {
  return sessionStorage.getItem(storageKey);
}

/** Records that the server has refused this token: the session is about to end. */
export function storeRefusedToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
  listeners.notify();
}

/** Whether the server has refused the stored session, which ends as soon as the user has had time to read why. */
export function useIsRefused(): boolean {
  const refused = useSyncExternalStore(listeners.subscribe, readRefusedToken, () => null);
  const token = useUserSession()?.token;
  return token !== undefined && token === refused;
}

/** Records that the user logs out in this tab on purpose: the next sign-in does not return to the current page. */
export function markLogoutByUser(): void {
  isByUser = true;
}

/** Whether it was {@link markLogoutByUser}. */
export function isLogoutByUser(): boolean {
  return isByUser;
}

/** Clears the reason once the sign-in page is shown. */
export function clearLogoutReason(): void {
  isByUser = false;
  sessionStorage.removeItem(storageKey);
}
