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

/** The plan did not hold what was asked for: the way to another one is shown until it is taken or put away. */
export function offerUpgrade(): void {
  set(true);
}

export function withdrawUpgrade(): void {
  set(false);
}

export function useUpgradeOffer(): boolean {
  return useSyncExternalStore(subscribe, () => isOffered);
}
