import { useState } from 'react';
import { storeChoice, readStored } from '../../lib/browser/local-storage.ts';

/** Widths of the menu in pixels. */
export const sidebarPx = { expanded: 290, collapsed: 90 } as const;

const storageKey = 'admin-sidebar';

/** Whether the menu is expanded, stored in this browser, and a function that toggles it. */
export function useSidebarChoice(): readonly [boolean, () => void] {
  const [isExpanded, setExpanded] = useState(() => readStored(storageKey) !== 'collapsed');
  return [
    isExpanded,
    () => {
      storeChoice(storageKey, isExpanded ? 'collapsed' : 'expanded');
      setExpanded(!isExpanded);
    },
  ];
}
