import { addListener, isRejectedWithValue } from '@reduxjs/toolkit';
import type { Dispatch, UnknownAction } from '@reduxjs/toolkit';
import type { AnswerMeta } from '../http/envelope-query.ts';
import type { StoredSession } from './stored-session.ts';

/** Time to read the reason before the sign-in page opens. */
const redirectDelayMs = 3000;

/** Bodies that end a session. A refusal with a message concerns only that one request. */
const refusalBodies: readonly unknown[] = ['Unauthorized', 'Forbidden'];

interface Refusal {
  readonly payload?: object;
  readonly meta: { readonly baseQueryMeta?: AnswerMeta };
}

/** Whether a failed call means that the session does not exist or has ended. */
export function isSessionRefusal(failure: object): boolean {
  const { status, data } = failure as { readonly status?: unknown; readonly data?: unknown };
  const body = typeof data === 'string' ? data.trim() : undefined;
  return (status === 401 || status === 403) && refusalBodies.includes(body);
}

interface SessionWatch {
  readonly dispatch: Dispatch;
  readonly session: Pick<StoredSession<{ readonly token: string }>, 'read' | 'end'>;
  /** Shows why the session ends, for `shownMs` milliseconds. */
  readonly onRefused: (shownMs: number) => void;
}

/**
 * Ends a refused session: shows the reason, waits {@link redirectDelayMs}, then removes the stored session. The layout
 * then redirects to sign-in. No other code ends refused sessions.
 * @returns a function that stops watching and cancels a pending wait
 */
export function watchSessionExpiry({ dispatch, session, onRefused }: SessionWatch): () => void {
  /** A late answer to a call of an older session does not refuse the current one. */
  const isRefusalNow = (action: unknown): boolean => {
    const current = session.read();
    if (!current || !isRejectedWithValue(action)) return false;
    const { payload, meta } = action as unknown as Refusal;
    return isSessionRefusal(payload ?? {}) && meta.baseQueryMeta?.token === current.token;
  };
  const listening = addListener({
    predicate: isRefusalNow,
    effect: async (_action: UnknownAction, listener) => {
      const refused = session.read();
      if (!refused) return;
      listener.unsubscribe();
      onRefused(redirectDelayMs);
      await listener.delay(redirectDelayMs);
      listener.subscribe();
      // The user may have signed in again meanwhile in another tab.
      if (session.read()?.token === refused.token) session.end();
    },
  });
  const unsubscribe = dispatch(listening) as unknown as (options: { cancelActive: true }) => void;
  return () => unsubscribe({ cancelActive: true });
}
