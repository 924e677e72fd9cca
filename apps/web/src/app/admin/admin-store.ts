import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { watchSessionExpiry } from '../../api/session-expiry.ts';
import { staffApi } from '../../api/staff/staff-api.ts';
import { staffSession } from '../../api/staff/staff-session.ts';
import { sayLast } from '../../components/admin/say.ts';
import { strings } from '../../strings.ts';

/** The store of the admin area. What a user of the product has loaded is in another. */
export function createAdminStore() {
  return configureStore({
    reducer: { [staffApi.reducerPath]: staffApi.reducer },
    middleware: (defaults) =>
      defaults().prepend(createListenerMiddleware().middleware).concat(staffApi.middleware),
    // A change shows in the frame it was made in, not in the one after.
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
}

type AdminStore = ReturnType<typeof createAdminStore>;

/** Drops what one member of staff loaded the moment another, or nobody, is signed in. */
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
 * Ties the store to the page: focus, the stored session, and its end.
 * @returns a function that unties it
 */
export function connectAdminStore(store: AdminStore): () => void {
  const ends = [
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
    for (const end of ends) end();
  };
}
