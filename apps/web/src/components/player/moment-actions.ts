import type { MomentKind } from '@vault/contracts';
import { createContext, useContext, useState } from 'react';
import { copyWithToast } from '../ui/toasts/copy-with-toast.ts';
import { formatDuration } from '../../lib/format/format-duration.ts';
import { useTeam } from '../../api/session/workspace.ts';

/** A time span of a video, in seconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Opens the clip popup. */
export interface ClipRequests {
  /** Opens the clip popup with a time span filled in. */
  readonly open: (timeRange: TimeRange) => void;
  /** Opens the dialog for a clip of words, which begin and end at the edges of a span. */
  readonly openWords: (words: TimeRange) => void;
  /** Opens the popup from the player's position to the end of the current chapter. */
  readonly openHere: () => void;
  /** Stores the player's position as the start of the next clip. */
  readonly markIn: () => void;
  /** Opens it from the stored start, else the start of the current chapter, to the player's position. */
  readonly markOut: () => void;
}

/** Shares moments of the video. */
export interface MomentSharing {
  /** Makes a link that works for anyone, copies it, and reports what happened. */
  readonly share: (kind: MomentKind, timeRange: TimeRange) => Promise<void>;
  /** Opens the list of the links to moments of the video. */
  readonly openLinks: () => void;
}

/** What any component of the page of a video can do with a moment of it. Each is null where it is not offered. */
interface MomentActions {
  /** Returns the absolute address of the video at a time in seconds. */
  readonly addressAt: ((seconds: number) => string) | null;
  readonly clips: ClipRequests | null;
  readonly sharing: MomentSharing | null;
}

export const noMomentActions: MomentActions = { addressAt: null, clips: null, sharing: null };
export const MomentActionsContext = createContext(noMomentActions);

/** Null when the video cannot be cut: then components must not offer clips. */
export const useClipRequests = (): ClipRequests | null => useContext(MomentActionsContext).clips;

/** The label of every action that copies a link for whoever may see the video: the owner, or the members of the team. */
export function useOwnLinkLabel(): string {
  return useTeam() ? 'Copy link for the team' : 'Copy link only for me';
}

/** Returns a function that copies a link to a moment and reports it; null where there is no video to link to. */
export function useCopyLink(): ((seconds: number) => void) | null {
  const { addressAt } = useContext(MomentActionsContext);
  const team = useTeam();
  if (!addressAt) return null;
  return (seconds) => {
    const address = addressAt(seconds);
    void copyWithToast(address, {
      done: `Link to ${formatDuration(seconds)} copied. It opens only for ${team ? `members of ${team.name}` : 'you'}.`,
      failed: `The link could not be copied. It is ${address}`,
    });
  };
}

/** The label of every action that makes a link for anyone. */
export const shareLabel = 'Copy link for anyone';

/** What a button that shares needs; null where there is no video to share. */
export function useShareMoment(): { isBusy: boolean; share: MomentSharing['share'] } | null {
  const { sharing } = useContext(MomentActionsContext);
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
