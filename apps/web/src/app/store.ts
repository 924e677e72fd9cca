import { storeRefusedToken } from '../api/session/logout-reason.ts';
import { userApi } from '../api/user-api.ts';
import { readUserSession, userSession } from '../api/session/user-session.ts';
import { searchSlice } from '../features/search/model/search.slice.ts';
import { showToast } from '../components/ui/toasts/toasts.ts';
import { strings } from '../strings/shared.strings.ts';
import { connectApiStore, createApiStore } from './api-store.ts';

/** Creates the store of the signed-in pages. */
export function createStore() {
  return createApiStore(userApi, { [searchSlice.name]: searchSlice.reducer });
}

/** Whether an address is the page of one video. */
const isVideoPage = (path: string) => /^\/asset\/(?!view\/?$)/.test(path);

/** Connects the store to the user's session. @returns a function that disconnects it */
export function connectStore({ dispatch }: ReturnType<typeof createStore>): () => void {
  return connectApiStore(dispatch, {
    session: userSession,
    onOtherOwner: () => {
      dispatch(userApi.util.resetApiState());
      dispatch(searchSlice.actions.forgotten());
    },
    onRefused: (durationMs) => {
      const token = readUserSession()?.token;
      if (token !== undefined) storeRefusedToken(token);
      // The toasts of the video page are at the top.
      const position = isVideoPage(window.location.pathname) ? 'top' : 'bottom';
      showToast({ kind: 'error', text: strings.loggedOut, durationMs, position, isLast: true });
    },
  });
}
