import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the anchor of a link from another page: the browser does this itself only when it loads a document. */
export function useAnchor(): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
    // The browser handles anchors within a page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
}
