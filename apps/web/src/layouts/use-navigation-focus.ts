import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * After a link is followed, scrolls to the top and focuses the content. After going back, the browser restores both.
 * @returns the ref of the content element
 */
export function useNavigationFocus(): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const previous = useRef(pathname);

  useEffect(() => {
    const isNew = previous.current !== pathname && kind === NavigationType.Push;
    previous.current = pathname;
    // A page may have focused one of its elements itself. A dialog that it has opened would close.
    const focused = document.activeElement;
    const isFocusInside =
      (content.current !== focused && content.current?.contains(focused)) ||
      focused?.closest('[role=dialog]');
    if (!isNew || isFocusInside) return;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [pathname, kind]);

  return content;
}
