import { useSyncExternalStore } from 'react';

let isOffered = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOffered = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a link to the plans after a request exceeded the plan, until the user follows or dismisses it. */
export function offerUpgrade(): void {
  set(true);
}

export function withdrawUpgrade(): void {
  set(false);
}

export function useUpgradeOffer(): boolean {
  return useSyncExternalStore(subscribe, () => isOffered);
}
