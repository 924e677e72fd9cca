import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { addSessionExpiry } from '../api/session-expiry.ts';
import { userApi } from '../api/user-api.ts';
import { readUserSession, subscribeUserSession } from '../api/user-session.ts';
import { sidebarSlice } from './sidebar.slice.ts';

/** The signed-in part's store. */
export function createStore() {
  const listener = createListenerMiddleware();
  addSessionExpiry(listener);
  const store = configureStore({
    reducer: { [userApi.reducerPath]: userApi.reducer, [sidebarSlice.name]: sidebarSlice.reducer },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(userApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

/**
 * Drops what one user loaded the moment another, or nobody, is signed in.
 * @returns a function that ends the watch
 */
export function followSession(store: AppStore): () => void {
  let owner = readUserSession()?.id;
  return subscribeUserSession(() => {
    const current = readUserSession()?.id;
    if (current === owner) return;
    owner = current;
    store.dispatch(userApi.util.resetApiState());
  });
}

export type AppStore = ReturnType<typeof createStore>;
