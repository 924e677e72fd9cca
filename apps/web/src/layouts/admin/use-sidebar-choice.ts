import { useState } from 'react';
import { keepChoice, readChoice } from '../../lib/state/kept-choice.ts';

/** Widths of the menu in pixels. */
export const sidebarPx = { expanded: 290, collapsed: 90 } as const;

const storageKey = 'admin-sidebar';

/** Whether the menu is expanded, stored in this browser, and a function that toggles it. */
export function useSidebarChoice(): readonly [boolean, () => void] {
  const [isExpanded, setExpanded] = useState(() => readChoice(storageKey) !== 'collapsed');
  return [
    isExpanded,
    () => {
      keepChoice(storageKey, isExpanded ? 'collapsed' : 'expanded');
      setExpanded(!isExpanded);
    },
  ];
}
