import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { watchSessionExpiry } from '../../api/session-expiry.ts';
import { staffApi } from '../../api/staff/staff-api.ts';
import { staffSession } from '../../api/staff/staff-session.ts';
import { sayLast } from '../../components/admin/say.ts';
import { strings } from '../../strings.ts';

/** The store of the admin area, separate from the store of the user pages. */
export function createAdminStore() {
  return configureStore({
    reducer: { [staffApi.reducerPath]: staffApi.reducer },
    middleware: (defaults) =>
      defaults().prepend(createListenerMiddleware().middleware).concat(staffApi.middleware),
    // A change is rendered in the same frame, not in the next one.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
}

type AdminStore = ReturnType<typeof createAdminStore>;

/** Clears the loaded data when the signed-in staff member changes or signs out. */
function followSession(store: AdminStore): () => void {
  let owner = staffSession.read()?.id;
  return staffSession.subscribe(() => {
    const current = staffSession.read()?.id;
    if (current === owner) return;
    owner = current;
    store.dispatch(staffApi.util.resetApiState());
  });
}

/**
 * Connects the store to window focus, the stored session and session expiry.
 * @returns a function that disconnects it
 */
export function connectAdminStore(store: AdminStore): () => void {
  const cleanups = [
    setupListeners(store.dispatch),
    followSession(store),
    watchSessionExpiry({
      dispatch: store.dispatch,
      session: staffSession,
      onRefused: (shownMs) => {
        sayLast(strings.loggedOut, shownMs);
      },
    }),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}
