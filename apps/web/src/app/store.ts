import { tokenRefused } from '../api/session/logout-reason.slice.ts';
import { userApi } from '../api/user-api.ts';
import { readUserSession, userSession } from '../api/session/user-session.ts';
import { ownerChanged } from '../store/root-reducer.ts';
import { showToast } from '../components/ui/toasts/toasts.ts';
import { strings } from '../strings/shared.strings.ts';
import { connectApiStore, createApiStore } from './api-store.ts';

/** Creates the store of the signed-in pages. */
export function createStore() {
  return createApiStore(userApi);
}

/** Whether an address is the page of one video. */
const isVideoPage = (path: string) => /^\/asset\/(?!view\/?$)/.test(path);

/** Connects the store to the user's session. @returns a function that disconnects it */
export function connectStore({ dispatch }: ReturnType<typeof createStore>): () => void {
  return connectApiStore(dispatch, {
    session: userSession,
    onOtherOwner: () => {
      dispatch(userApi.util.resetApiState());
      dispatch(ownerChanged('user'));
    },
    onRefused: (durationMs) => {
      const token = readUserSession()?.token;
      if (token !== undefined) dispatch(tokenRefused(token));
      // The toasts of the video page are at the top.
      const position = isVideoPage(window.location.pathname) ? 'top' : 'bottom';
      showToast({ kind: 'error', text: strings.loggedOut, durationMs, position, isLast: true });
    },
  });
}
