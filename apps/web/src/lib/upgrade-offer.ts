import { useSyncExternalStore } from 'react';
import { Listeners } from './listeners.ts';

let isOffered = false;
const listeners = new Listeners();

function set(next: boolean): void {
  isOffered = next;
  listeners.notify();
}

/** Shows a link to the plans after a request exceeded the plan, until the user follows or dismisses it. */
export function offerUpgrade(): void {
  set(true);
}

export function withdrawUpgrade(): void {
  set(false);
}

export function useUpgradeOffer(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => isOffered);
}
