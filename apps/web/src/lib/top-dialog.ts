import { useSyncExternalStore } from 'react';

let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly HTMLElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Registers an open modal dialog, which is above all others.
 * @returns a function that unregisters it
 */
export function registerDialog(dialog: HTMLElement): () => void {
  replace([...open, dialog]);
  return () => {
    replace(open.filter((other) => other !== dialog));
  };
}

/** The topmost modal dialog, or null. Content outside of it is neither announced nor reachable. */
export function useTopDialog(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => open.at(-1) ?? null);
}
