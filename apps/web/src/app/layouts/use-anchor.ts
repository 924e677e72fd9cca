import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Goes to the part of a page that a link from another page names: the browser itself does so only on loading. */
export function useAnchor(): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
    // Within a page the anchors are the browser's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
}
