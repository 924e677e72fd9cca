import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { noteRefusal } from '../api/leaving.ts';
import { watchSessionExpiry } from '../api/session-expiry.ts';
import { userApi } from '../api/user-api.ts';
import { readUserSession, subscribeUserSession, userSession } from '../api/user-session.ts';
import { searchSlice } from '../features/search/search.slice.ts';
import { showToast } from '../lib/toasts.ts';
import { strings } from '../strings.ts';

/** The signed-in part's store. */
export function createStore() {
  return configureStore({
    reducer: { [userApi.reducerPath]: userApi.reducer, [searchSlice.name]: searchSlice.reducer },
    middleware: (defaults) =>
      defaults().prepend(createListenerMiddleware().middleware).concat(userApi.middleware),
    // An optimistic change shows in the frame it was made in, not in the one after.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
}

export type AppStore = ReturnType<typeof createStore>;

/** Drops what one user loaded the moment another, or nobody, is signed in. */
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

function sayLoggedOut(durationMs: number): void {
  const token = readUserSession()?.token;
  if (token !== undefined) noteRefusal(token);
  showToast({ kind: 'error', text: strings.loggedOut, durationMs, isLast: true });
}

/**
 * Ties the store to the page: focus, the stored session, and its end.
 * @returns a function that unties it
 */
export function connectStore(store: AppStore): () => void {
  const ends = [
    setupListeners(store.dispatch),
    followSession(store),
    watchSessionExpiry({ dispatch: store.dispatch, session: userSession, onRefused: sayLoggedOut }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
