import { showToast } from '../../lib/toasts.ts';
import type { Toast } from '../../lib/toasts.ts';

const toastMs = 3000;

/** A short message of the editor: three seconds, at the top. */
export function say(kind: Toast['kind'], text: string): void {
  showToast({ kind, text, durationMs: toastMs, place: 'top' });
}
