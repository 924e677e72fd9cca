import { useEffect } from 'react';

/** Unsaved changes of a page. */
interface PageDrafts {
  /** Saves again what could not be saved. */
  readonly retry: () => void;
  /** Stores what is not saved. */
  readonly storeDrafts: () => void;
  /** Ends after the last save. */
  readonly close: () => void;
}

/** Saves when the connection is back, stores when the page is left, and closes when the component goes. */
export function useDraftPage(drafts: PageDrafts): void {
  useEffect(() => {
    const retry = () => drafts.retry();
    const store = () => drafts.storeDrafts();
    window.addEventListener('online', retry);
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      window.removeEventListener('online', retry);
      drafts.close();
    };
  }, [drafts]);
}
