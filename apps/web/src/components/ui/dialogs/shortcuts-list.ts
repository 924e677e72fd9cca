import { useEffect, useState } from 'react';
import { sharedValue } from '../../../lib/state/shared-value.ts';

const opener = sharedValue<(() => void) | null>(null);

/** Shows the keyboard shortcuts of the page; null on a page without any. */
export const useShortcutsOpener = opener.use;

/** Whether the keyboard shortcuts of the page are listed, and a function that changes it. */
export function useShortcutsList(): readonly [boolean, (isListed: boolean) => void] {
  const [isListed, setListed] = useState(false);
  useEffect(() => {
    opener.set(() => setListed(true));
    return () => opener.set(null);
  }, []);
  return [isListed, setListed];
}
