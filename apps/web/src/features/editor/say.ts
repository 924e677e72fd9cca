import { showToast } from '../../lib/toasts.ts';
import type { Toast } from '../../lib/toasts.ts';
import { offerUpgrade } from '../../lib/upgrade-offer.ts';

const toastMs = 3000;

/** A short message of the editor: three seconds, at the top. */
export function say(kind: Toast['kind'], text: string): void {
  showToast({ kind, text, durationMs: toastMs, place: 'top' });
}

/** Says that the plan does not hold what was asked for, and offers what can be done about it. */
export function sayRefusal(text: string): void {
  say('error', text);
  offerUpgrade();
}
