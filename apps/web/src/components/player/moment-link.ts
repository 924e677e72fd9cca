import { createContext, useContext } from 'react';
import { copyAndSay } from '../../lib/copy-and-say.ts';
import { formatDuration } from '../../lib/time-code.ts';
import { playerStrings as words } from './player.strings.ts';

/** The whole address of the video on the page at a moment, in seconds. */
export type MomentAddress = (seconds: number) => string;

export const MomentAddressContext = createContext<MomentAddress | null>(null);

/** Copies a link to a moment of the video and says so. Null where there is no video to link to. */
export function useCopyLink(): ((seconds: number) => void) | null {
  const addressAt = useContext(MomentAddressContext);
  if (!addressAt) return null;
  return (seconds) => {
    const address = addressAt(seconds);
    void copyAndSay(address, {
      done: words.linkCopied(formatDuration(seconds)),
      failed: words.linkNotCopied(address),
    });
  };
}
