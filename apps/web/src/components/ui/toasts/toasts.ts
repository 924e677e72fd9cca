import { sharedValue } from '../../../lib/state/shared-value.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  /** How long it stays, in milliseconds. */
  readonly durationMs: number;
  /** When it was first shown, in epoch milliseconds. */
  readonly shownAt: number;
  readonly position: 'bottom' | 'top';
  /** An action that the user can take while the toast is shown. */
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** Explains why the session ends: while it is shown, no other toast is added. */
  readonly isLast?: boolean;
}

/** Duration and position of the toasts of a page. */
export type ToastStyle = Pick<Toast, 'durationMs'> & Partial<Pick<Toast, 'position'>>;

const defaultDurationMs = 5000;
const maxToasts = 4;

let nextId = 1;
const toasts = sharedValue<readonly Toast[]>([]);

/** Shows a short message. The same text is not stacked twice. */
export function showToast(
  toast: Pick<Toast, 'kind' | 'text'> & Partial<Pick<Toast, 'durationMs' | 'position' | 'action' | 'isLast'>>,
): void {
  if (toasts.read().some(({ isLast }) => isLast)) return;
  const rest = toasts
    .read()
    .filter((shown) => shown.text !== toast.text)
    .slice(1 - maxToasts);
  toasts.set([
    ...rest,
    { durationMs: defaultDurationMs, position: 'bottom', ...toast, id: nextId++, shownAt: Date.now() },
  ]);
}

/** Removes one message. */
export function dismissToast(id: number): void {
  toasts.set(toasts.read().filter((toast) => toast.id !== id));
}

/** Removes every message: they were for the previous user. */
export function clearToasts(): void {
  toasts.set([]);
}

/** The current toasts, oldest first. */
export const useToasts = toasts.use;

/** Shows a toast. */
export type ShowToast = (kind: Toast['kind'], text: string) => void;

/** Shows toasts with the duration and position of a page. */
export function createToaster(style: ToastStyle): ShowToast {
  return (kind, text) => showToast({ kind, text, ...style });
}
