import { useEffect } from 'react';
import { strings } from '../../strings/shared.strings.ts';

/** Sets the document title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${strings.brand}` : strings.brand;
  }, [title]);
}
