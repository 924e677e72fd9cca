import { showToast } from '../../lib/toasts.ts';
import type { Toast, ToastStyle } from '../../lib/toasts.ts';

/** Shows a toast. */
export type Say = (kind: Toast['kind'], text: string) => void;

/** Shows toasts with the duration and position of a page. */
export function saying(style: ToastStyle): Say {
  return (kind, text) => {
    showToast({ kind, text, ...style });
  };
}

/** Shows a toast of the editor: three seconds, at the top. */
export const say = saying({ durationMs: 3000, position: 'top' });
