import { readReturnAddress } from './return-address.ts';
import type { ReturnAddress } from './return-address.ts';

const storageKey = 'return-address';

/** Keeps for this tab where to go on after a sign-in at a provider, which is another site. */
export function holdReturn(address: ReturnAddress | null): void {
  if (address === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, JSON.stringify(address));
}

/** What is kept; null when there is nothing. */
export function readHeldReturn(): ReturnAddress | null {
  try {
    return readReturnAddress(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}
