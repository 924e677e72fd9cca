import { correlationHeader, newCorrelationId } from '../http/correlation.ts';
import type { AppThunk } from '../../store/hooks.ts';
import { loggedOutByUser } from './logout-reason.slice.ts';
import type { StoredSession } from './stored-session.ts';
import { userSession } from './user-session.ts';
import { forgetTeam } from './workspace.ts';

/**
 * Ends a stored session: removes it at once in every tab and notifies the server without waiting for the answer.
 * @param path the route that ends the session on the server
 */
export function endStoredSession(
  session: Pick<StoredSession<{ readonly token: string }>, 'read' | 'end'>,
  path: string,
): void {
  const token = session.read()?.token;
  session.end();
  if (!token) return;
  fetch(`/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [correlationHeader]: newCorrelationId() },
    // The browser completes the request even if the tab is closed right after.
    keepalive: true,
  }).catch((error: unknown) => {
    console.warn('The server was not notified of the log-out; the session will expire.', error);
  });
}

/** Logs the user out. */
export const logOut = (): AppThunk => (dispatch) => {
  dispatch(loggedOutByUser());
  forgetTeam();
  endStoredSession(userSession, '/auth/logout');
};
