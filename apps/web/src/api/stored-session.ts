import { useSyncExternalStore } from 'react';

/** Who is signed in, as this browser keeps it under one key. */
export interface StoredSession<Session> {
  /** Who is stored, or null when nobody with a token is. The same object until storage changes. */
  readonly read: () => Session | null;
  /** Keeps what sign-in answered. */
  readonly start: (session: Session) => void;
  /** Forgets it in every open tab. */
  readonly end: () => void;
  /** Calls back when it changes, in this tab or in another. @returns what ends this */
  readonly subscribe: (listener: () => void) => () => void;
  /** As {@link read}; follows log-in and log-out in any tab. */
  readonly use: () => Session | null;
}

/** What is stored, when it holds a token. */
function parse(raw: string | null): object | null {
  if (raw === null) return null;
  try {
    const value = JSON.parse(raw) as { readonly token?: unknown } | null;
    return value && typeof value.token === 'string' && value.token !== '' ? value : null;
  } catch {
    return null;
  }
}

/** A session kept in the browser's storage under `storageKey`. */
export function storedSession<Session extends { readonly token: string }>(
  storageKey: string,
): StoredSession<Session> {
  const listeners = new Set<() => void>();
  let cached: { raw: string | null; session: Session | null } = { raw: null, session: null };

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const read = () => {
    const raw = localStorage.getItem(storageKey);
    if (raw !== cached.raw) cached = { raw, session: parse(raw) as Session | null };
    return cached.session;
  };
  const subscribe = (listener: () => void) => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKey || event.key === null) listener();
    };
    listeners.add(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', onStorage);
    };
  };
  return {
    read,
    subscribe,
    start(session) {
      localStorage.setItem(storageKey, JSON.stringify(session));
      notify();
    },
    end() {
      localStorage.removeItem(storageKey);
      notify();
    },
    use: () => useSyncExternalStore(subscribe, read, () => null),
  };
}
