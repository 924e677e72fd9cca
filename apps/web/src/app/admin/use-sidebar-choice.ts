import { useState } from 'react';
import { keepChoice, readChoice } from '../../lib/kept-choice.ts';

/** Widths of the menu beside the page. */
export const sidebarPx = { expanded: 290, collapsed: 90 } as const;

const storageKey = 'admin-sidebar';

/** Whether the menu is wide, as this browser remembers it. */
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
