import { useSyncExternalStore } from 'react';
import { useUserSession } from './user-session.ts';

const storageKey = 'refused-session';
const listeners = new Set<() => void>();
let isChosen = false;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The token the server has refused, as this tab keeps it over a reload: nobody can do anything with it any more. */
export function readRefusedToken(): string | null {
  return sessionStorage.getItem(storageKey);
}

/** The server has refused this token: the session is about to end. */
export function noteRefusal(token: string): void {
  sessionStorage.setItem(storageKey, token);
  for (const listener of listeners) listener();
}

/** Whether who is stored was refused, and only has the time left to read so. */
export function useIsRefused(): boolean {
  const refused = useSyncExternalStore(subscribe, readRefusedToken, () => null);
  const token = useUserSession()?.token;
  return token !== undefined && token === refused;
}

/** The session ends because its user wants that, in this tab: whoever signs in next begins anew. */
export function leaveByChoice(): void {
  isChosen = true;
}

/** Whether it was {@link leaveByChoice}. */
export function isLeftByChoice(): boolean {
  return isChosen;
}

/** The page for signing in is there: why is over. */
export function forgetLeaving(): void {
  isChosen = false;
  sessionStorage.removeItem(storageKey);
}
