import { useEffect, useState } from 'react';
import { sharedValue } from '../../../lib/state/shared-value.ts';

/** Shortcuts and what they do. */
export type Keys = readonly { readonly keys: readonly string[]; readonly meaning: string }[];

const opener = sharedValue<(() => void) | null>(null);

/** Shows the keyboard shortcuts of the page; null on a page without any. */
export const useShortcutsOpener = opener.use;

const everywhere = sharedValue<Keys>([]);

/** The keys that work on all pages, which every list ends with. */
export const useKeysEverywhere = everywhere.use;

/** Lists keys that work on all pages, while the component is there. @param keys always the same ones */
export function useListedKeys(keys: Keys, areShown: boolean): void {
  useEffect(() => {
    if (!areShown) return;
    everywhere.set(keys);
    return () => everywhere.set([]);
  }, [keys, areShown]);
}

/** Whether the keyboard shortcuts of the page are listed, and a function that changes it. */
export function useShortcutsList(): readonly [boolean, (isListed: boolean) => void] {
  const [isListed, setListed] = useState(false);
  useEffect(() => {
    opener.set(() => setListed(true));
    return () => opener.set(null);
  }, []);
  return [isListed, setListed];
}
