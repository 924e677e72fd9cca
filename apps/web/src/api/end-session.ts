import { correlationHeader, newCorrelationId } from './correlation.ts';
import { endUserSession, readUserSession } from './user-session.ts';

/** Logs out: the user is forgotten at once in every tab, and the server is told without waiting for its answer. */
export function endSession(): void {
  const token = readUserSession()?.token;
  endUserSession();
  if (!token) return;
  fetch('/api/auth/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [correlationHeader]: newCorrelationId() },
    // The request outlives the page if the tab is closed right after.
    keepalive: true,
  }).catch((error: unknown) => {
    console.warn('The server was not told of the log-out; the session ends by itself.', error);
  });
}
