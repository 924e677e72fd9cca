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
 * Says that a modal dialog lies over everything else now.
 * @returns a function that says that it no longer does
 */
export function coverPage(dialog: HTMLElement): () => void {
  replace([...open, dialog]);
  return () => {
    replace(open.filter((other) => other !== dialog));
  };
}

/** The dialog over all others, or null. What stands outside of it is neither read aloud nor reached. */
export function useTopDialog(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => open.at(-1) ?? null);
}
