import { costStrings } from '../../components/cost.strings.ts';
import { showToast } from '../../lib/toasts.ts';
import type { Toast } from '../../lib/toasts.ts';

const toastMs = 3000;
/** Time to read numbers, and to do something about them. */
const refusalMs = 10_000;

/** A short message of the editor: three seconds, at the top. */
export function say(kind: Toast['kind'], text: string): void {
  showToast({ kind, text, durationMs: toastMs, place: 'top' });
}

/** Says that the plan does not hold what was asked for, with what can be done about it. */
export function sayRefusal(text: string, onUpgrade: () => void): void {
  const action = { label: costStrings.upgrade, onSelect: onUpgrade };
  showToast({ kind: 'error', text, durationMs: refusalMs, place: 'top', action });
}
