import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
  /** How long it stays, in milliseconds. */
  readonly durationMs: number;
  /** When it was first shown, in epoch milliseconds. */
  readonly shownAt: number;
  readonly place: 'bottom' | 'top';
  /** What may be done about it, while it shows. */
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** Says why the page is about to be left: while it shows, nothing else is worth saying. */
  readonly isLast?: boolean;
}

/** How long and where the toasts of one page stand. */
export type ToastStyle = Pick<Toast, 'durationMs'> & Partial<Pick<Toast, 'place'>>;

const defaultDurationMs = 5000;
const mostAtOnce = 4;

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
  toast: Pick<Toast, 'kind' | 'text'> & Partial<Pick<Toast, 'durationMs' | 'place' | 'action' | 'isLast'>>,
): void {
  if (toasts.some(({ isLast }) => isLast)) return;
  const rest = toasts.filter((shown) => shown.text !== toast.text).slice(1 - mostAtOnce);
  replace([
    ...rest,
    { durationMs: defaultDurationMs, place: 'bottom', ...toast, id: nextId++, shownAt: Date.now() },
  ]);
}

/** Takes one message away. */
export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

/** Takes every message away: they were for whoever was signed in. */
export function clearToasts(): void {
  replace([]);
}

/** What is to be seen now, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}
