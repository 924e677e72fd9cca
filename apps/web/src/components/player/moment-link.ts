import { createContext, useContext } from 'react';
import { copyWithToast } from '../ui/toasts/copy-with-toast.ts';
import { formatDuration } from '../../lib/format/format-time.ts';

/** Returns the absolute address of the page's video at a time in seconds. */
export type MomentAddress = (seconds: number) => string;

export const MomentAddressContext = createContext<MomentAddress | null>(null);

/** The label of every action that copies a link for the owner. */
export const ownLinkLabel = 'Copy link only for me';

/** Returns a function that copies a link to a moment and reports it; null where there is no video to link to. */
export function useCopyLink(): ((seconds: number) => void) | null {
  const addressAt = useContext(MomentAddressContext);
  if (!addressAt) return null;
  return (seconds) => {
    const address = addressAt(seconds);
    void copyWithToast(address, {
      done: `Link to ${formatDuration(seconds)} copied. It opens only for you.`,
      failed: `The link could not be copied. It is ${address}`,
    });
  };
}
