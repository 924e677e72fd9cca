import { showToast } from '../../lib/toasts.ts';
import type { Toast, ToastStyle } from '../../lib/toasts.ts';

/** Shows a short message. */
export type Say = (kind: Toast['kind'], text: string) => void;

/** Short messages as long, and where, a page has them. */
export function saying(style: ToastStyle): Say {
  return (kind, text) => {
    showToast({ kind, text, ...style });
  };
}

/** A short message of the editor: three seconds, at the top. */
export const say = saying({ durationMs: 3000, place: 'top' });
