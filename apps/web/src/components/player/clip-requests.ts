import { createContext, useContext } from 'react';

/** A time span of a video, in seconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Opens the clip popup for the video of the page, from any component on it. */
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

export const ClipRequestsContext = createContext<ClipRequests | null>(null);

/** Null when the video cannot be cut: then components must not offer clips. */
export function useClipRequests(): ClipRequests | null {
  return useContext(ClipRequestsContext);
}
