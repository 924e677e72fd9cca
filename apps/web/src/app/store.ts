import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { storeRefusedToken } from '../api/logout-reason.ts';
import { watchSessionExpiry } from '../api/session-expiry.ts';
import { userApi } from '../api/user-api.ts';
import { readUserSession, subscribeUserSession, userSession } from '../api/user-session.ts';
import { searchSlice } from '../features/search/search.slice.ts';
import { showToast } from '../lib/toasts.ts';
import { strings } from '../strings.ts';

// How long the checks of development take depends on the machine: no warning about it.
const checks = { immutableCheck: { warnAfter: Infinity }, serializableCheck: { warnAfter: Infinity } };

/** Creates the store of the signed-in pages. */
export function createStore() {
  return configureStore({
    reducer: { [userApi.reducerPath]: userApi.reducer, [searchSlice.name]: searchSlice.reducer },
    middleware: (defaults) =>
      defaults(checks).prepend(createListenerMiddleware().middleware).concat(userApi.middleware),
    // An optimistic change is rendered in the same frame, not in the next one.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
}

export type AppStore = ReturnType<typeof createStore>;

/** Clears the loaded data when the signed-in user changes or signs out. */
function followSession(store: AppStore): () => void {
  let owner = readUserSession()?.id;
  return subscribeUserSession(() => {
    const current = readUserSession()?.id;
    if (current === owner) return;
    owner = current;
    store.dispatch(userApi.util.resetApiState());
    store.dispatch(searchSlice.actions.forgotten());
  });
}

function showLoggedOut(durationMs: number): void {
  const token = readUserSession()?.token;
  if (token !== undefined) storeRefusedToken(token);
  showToast({ kind: 'error', text: strings.loggedOut, durationMs, isLast: true });
}

/**
 * Connects the store to window focus, the stored session and session expiry.
 * @returns a function that disconnects it
 */
export function connectStore(store: AppStore): () => void {
  const cleanups = [
    setupListeners(store.dispatch),
    followSession(store),
    watchSessionExpiry({ dispatch: store.dispatch, session: userSession, onRefused: showLoggedOut }),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}
