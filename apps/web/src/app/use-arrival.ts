import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * Makes following a link feel like opening a page: the view starts at the top and the keyboard at the content.
 * Going back leaves both to the browser.
 * @returns the ref of the element that holds the content
 */
export function useArrival(): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const previous = useRef(pathname);

  useEffect(() => {
    const isNew = previous.current !== pathname && kind === NavigationType.Push;
    previous.current = pathname;
    // A page that was opened for one thing on it has taken the keyboard there itself.
    const isTaken =
      content.current !== document.activeElement && content.current?.contains(document.activeElement);
    if (!isNew || isTaken) return;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [pathname, kind]);

  return content;
}
