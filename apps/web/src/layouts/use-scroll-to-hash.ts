import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the section in the hash of the address, when it is rendered and when the hash changes. */
export function useScrollToHash(isLoaded: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (isLoaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
  }, [isLoaded, hash, key]);
}
