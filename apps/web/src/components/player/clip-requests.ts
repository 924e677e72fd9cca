import { createContext, useContext } from 'react';

/** A stretch of a video, in seconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Asks for clips of the video on the page, from anywhere on it. */
export interface ClipRequests {
  /** Opens the clip popup with a stretch filled in. */
  readonly open: (stretch: Stretch) => void;
  /** Opens it from the player's position to the end of the chapter that plays. */
  readonly openHere: () => void;
  /** Notes the player's position: the next clip begins there. */
  readonly markIn: () => void;
  /** Opens it from what was noted, else from the start of the chapter that plays, to the player's position. */
  readonly markOut: () => void;
}

export const ClipRequestsContext = createContext<ClipRequests | null>(null);

/** Null where nothing can be cut: then nothing should offer it. */
export function useClipRequests(): ClipRequests | null {
  return useContext(ClipRequestsContext);
}
