import { useSyncExternalStore } from 'react';
import { setStored, subscribeToStored } from '../../lib/browser/local-storage.ts';

/** A session that the browser stores under one key. */
export interface StoredSession<Session> {
  /** The stored session; null when there is none with a token. The same object until storage changes. */
  readonly read: () => Session | null;
  /** Stores the answer of a sign-in. */
  readonly start: (session: Session) => void;
  /** Removes the session in every open tab. */
  readonly end: () => void;
  /** Calls `listener` when the session changes, in this tab or another. @returns a function that unsubscribes */
  readonly subscribe: (listener: () => void) => () => void;
  /** Hook like {@link read}; re-renders on log-in and log-out in any tab. */
  readonly use: () => Session | null;
}

/** The stored object if it has a token, else null. */
function parse(raw: string | null): object | null {
  if (raw === null) return null;
  try {
    const value = JSON.parse(raw) as { readonly token?: unknown } | null;
    return value && typeof value.token === 'string' && value.token !== '' ? value : null;
  } catch {
    return null;
  }
}

/** A session in the browser's local storage under `storageKey`. */
export function storedSession<Session extends { readonly token: string }>(
  storageKey: string,
): StoredSession<Session> {
  let cached: { raw: string | null; session: Session | null } = { raw: null, session: null };

  const read = () => {
    const raw = localStorage.getItem(storageKey);
    if (raw !== cached.raw) cached = { raw, session: parse(raw) as Session | null };
    return cached.session;
  };
  const subscribe = (listener: () => void) => subscribeToStored(storageKey, listener);
  return {
    read,
    subscribe,
    start(session) {
      setStored(storageKey, JSON.stringify(session));
    },
    end() {
      setStored(storageKey, null);
    },
    use: () => useSyncExternalStore(subscribe, read, () => null),
  };
}
