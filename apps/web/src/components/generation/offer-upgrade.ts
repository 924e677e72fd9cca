import { sharedValue } from '../../lib/state/shared-value.ts';

const isOffered = sharedValue(false);

/** Shows a link to the plans after a request exceeded the plan, until the user follows or dismisses it. */
export function offerUpgrade(): void {
  isOffered.set(true);
}

export function withdrawUpgrade(): void {
  isOffered.set(false);
}

export const useUpgradeOffer = isOffered.use;
