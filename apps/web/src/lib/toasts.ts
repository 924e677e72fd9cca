import { useSyncExternalStore } from 'react';

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
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a short message. The same text is not stacked twice. */
export function showToast(
  toast: Pick<Toast, 'kind' | 'text'> & Partial<Pick<Toast, 'durationMs' | 'position' | 'action' | 'isLast'>>,
): void {
  if (toasts.some(({ isLast }) => isLast)) return;
  const rest = toasts.filter((shown) => shown.text !== toast.text).slice(1 - maxToasts);
  replace([
    ...rest,
    { durationMs: defaultDurationMs, position: 'bottom', ...toast, id: nextId++, shownAt: Date.now() },
  ]);
}

/** Removes one message. */
export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

/** Removes every message: they were for the previous user. */
export function clearToasts(): void {
  replace([]);
}

/** The current toasts, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}
