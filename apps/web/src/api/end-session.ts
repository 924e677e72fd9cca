import { correlationHeader, newCorrelationId } from './correlation.ts';
import { leaveByChoice } from './leaving.ts';
import type { StoredSession } from './stored-session.ts';
import { userSession } from './user-session.ts';

/**
 * Ends a stored session: it is forgotten at once in every tab, and the server is told without waiting for its answer.
 * @param path the call that ends it
 */
export function leaveSession(
  session: Pick<StoredSession<{ readonly token: string }>, 'read' | 'end'>,
  path: string,
): void {
  const token = session.read()?.token;
  session.end();
  if (!token) return;
  fetch(`/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [correlationHeader]: newCorrelationId() },
    // The request outlives the page if the tab is closed right after.
    keepalive: true,
  }).catch((error: unknown) => {
    console.warn('The server was not told of the log-out; the session ends by itself.', error);
  });
}

/** Logs the user out. */
export function endSession(): void {
  leaveByChoice();
  leaveSession(userSession, '/auth/logout');
}
