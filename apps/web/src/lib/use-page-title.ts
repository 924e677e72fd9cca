import { useEffect } from 'react';
import { strings } from '../strings.ts';

/** Names the page in the tab and in the history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${strings.brand}` : strings.brand;
  }, [title]);
}
