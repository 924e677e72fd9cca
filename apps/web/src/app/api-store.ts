import { configureStore } from '@reduxjs/toolkit';
import type { Dispatch, Middleware, Reducer } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { watchSessionExpiry } from '../api/session/session-expiry.ts';
import type { StoredSession } from '../api/session/stored-session.ts';
import { listeners } from '../store/listeners.ts';
import { ownerChanged, rootReducer } from '../store/root-reducer.ts';

// How long the checks of development take depends on the machine: no warning about it.
const checks = { immutableCheck: { warnAfter: Infinity }, serializableCheck: { warnAfter: Infinity } };

interface Api {
  readonly reducerPath: string;
  readonly reducer: Reducer;
  readonly middleware: Middleware;
}

/** Creates a store with an API and the slices that are loaded. */
export function createApiStore(api: Api) {
  rootReducer.inject(api);
  return configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults(checks).prepend(listeners.middleware).concat(api.middleware),
    // An optimistic change is rendered in the same frame, not in the next one.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
}

interface Connection {
  readonly session: Pick<
    StoredSession<{ readonly id: string; readonly token: string }>,
    'read' | 'end' | 'subscribe'
  >;
  /** Clears the loaded data; called when another user signs in, or the user signs out. */
  readonly onOtherOwner: () => void;
  /** Shows why the session ends, for `shownMs` milliseconds. */
  readonly onRefused: (shownMs: number) => void;
}

/**
 * Connects a store to window focus, the stored session and session expiry.
 * @returns a function that disconnects it
 */
export function connectApiStore(
  dispatch: Dispatch,
  { session, onOtherOwner, onRefused }: Connection,
): () => void {
  let owner = session.read()?.id;
  const cleanups = [
    setupListeners(dispatch as Parameters<typeof setupListeners>[0]),
    session.subscribe(() => {
      const current = session.read()?.id;
      if (current === owner) return;
      owner = current;
      onOtherOwner();
    }),
    watchSessionExpiry({ dispatch, session, onRefused }),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
    // Nothing goes on for a user who has left the pages.
    dispatch(ownerChanged('user'));
  };
}
