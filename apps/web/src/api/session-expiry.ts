import { addListener, isRejectedWithValue } from '@reduxjs/toolkit';
import type { Dispatch, UnknownAction } from '@reduxjs/toolkit';
import type { AnswerMeta } from './envelope-query.ts';
import type { StoredSession } from './stored-session.ts';

/** Time to read why, before the sign-in page appears. */
const redirectDelayMs = 3000;

/** Only the bare words end a session: a refusal with a message is about that one request. */
const words: readonly unknown[] = ['Unauthorized', 'Forbidden'];

interface Refusal {
  readonly payload?: object;
  readonly meta: { readonly baseQueryMeta?: AnswerMeta };
}

/** Whether a failed call says that there is no such session, or no longer. */
export function isSessionRefusal(failure: object): boolean {
  const { status, data } = failure as { readonly status?: unknown; readonly data?: unknown };
  const word = typeof data === 'string' ? data.trim() : undefined;
  return (status === 401 || status === 403) && words.includes(word);
}

interface SessionWatch {
  readonly dispatch: Dispatch;
  readonly session: Pick<StoredSession<{ readonly token: string }>, 'read' | 'end'>;
  /** Says why the page is about to be left, for so many milliseconds. */
  readonly onRefused: (shownMs: number) => void;
}

/**
 * The one place that ends a refused session: has it said, waits, forgets who was signed in. The shell then leads to
 * sign-in.
 * @returns a function that ends the watch, and a wait that is under way
 */
export function watchSessionExpiry({ dispatch, session, onRefused }: SessionWatch): () => void {
  /** A late answer to an older session is no refusal of this one. */
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
      // Somebody may have signed in again meanwhile, in another tab.
      if (session.read()?.token === refused.token) session.end();
    },
  });
  const unsubscribe = dispatch(listening) as unknown as (options: { cancelActive: true }) => void;
  return () => {
    unsubscribe({ cancelActive: true });
  };
}
