import type { MomentKind } from '@vault/contracts';
import { createContext, useContext, useState } from 'react';
import type { TimeRange } from './clip-requests.ts';

/** Shares moments of the video of the page, from any component on it. */
export interface MomentSharing {
  /** Makes a link that works for anyone, copies it, and reports what happened. */
  readonly share: (kind: MomentKind, timeRange: TimeRange) => Promise<void>;
  /** Opens the list of the links to moments of the video. */
  readonly openLinks: () => void;
}

export const MomentSharingContext = createContext<MomentSharing | null>(null);

/** The label of every action that makes a link for anyone. */
export const shareLabel = 'Copy link for anyone';

/** What a button that shares needs; null where there is no video to share. */
export function useShareMoment(): { isBusy: boolean; share: MomentSharing['share'] } | null {
  const sharing = useContext(MomentSharingContext);
  const [isBusy, setBusy] = useState(false);
  if (!sharing) return null;
  return {
    isBusy,
    share: async (kind, timeRange) => {
      if (isBusy) return;
      setBusy(true);
      await sharing.share(kind, timeRange);
      setBusy(false);
    },
  };
}
