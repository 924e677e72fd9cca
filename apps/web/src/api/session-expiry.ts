import { addListener, isRejectedWithValue } from '@reduxjs/toolkit';
import type { Dispatch, UnknownAction } from '@reduxjs/toolkit';
import { showToast } from '../lib/toasts.ts';
import { strings } from '../strings.ts';
import type { AnswerMeta } from './user-api.ts';
import { endUserSession, readUserSession } from './user-session.ts';

/** Time to read why, before the sign-in page appears. */
const redirectDelayMs = 3000;

/** Only the bare words end a session: a refusal with a message is about that one request. */
const words: readonly unknown[] = ['Unauthorized', 'Forbidden'];

interface Refusal {
  readonly payload?: { readonly status?: unknown; readonly data?: unknown };
  readonly meta: { readonly baseQueryMeta?: AnswerMeta };
}

/** Whether a call was refused that came from whoever is signed in now: a late answer to an older session is none. */
function isSessionRefusal(action: unknown): boolean {
  const session = readUserSession();
  if (!session || !isRejectedWithValue(action)) return false;
  const { payload, meta } = action as unknown as Refusal;
  const isRefused = payload?.status === 401 || payload?.status === 403;
  const data = typeof payload?.data === 'string' ? payload.data.trim() : undefined;
  return isRefused && words.includes(data) && meta.baseQueryMeta?.token === session.token;
}

/**
 * The one place that ends a refused session: says so, waits, forgets the user. The shell then leads to sign-in.
 * @returns a function that ends the watch, and a wait that is under way
 */
export function watchSessionExpiry(dispatch: Dispatch): () => void {
  const listening = addListener({
    predicate: isSessionRefusal,
    effect: async (_action: UnknownAction, listener) => {
      const refused = readUserSession();
      if (!refused) return;
      listener.unsubscribe();
      showToast({ kind: 'error', text: strings.loggedOut, durationMs: redirectDelayMs, isLast: true });
      await listener.delay(redirectDelayMs);
      listener.subscribe();
      // Somebody may have signed in again meanwhile, in another tab.
      if (readUserSession()?.token === refused.token) endUserSession();
    },
  });
  const unsubscribe = dispatch(listening) as unknown as (options: { cancelActive: true }) => void;
  return () => {
    unsubscribe({ cancelActive: true });
  };
}
