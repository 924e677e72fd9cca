import { createContext, useContext } from 'react';

/** Says something to screen readers; empty says nothing. */
export const AnnounceContext = createContext<(text: string) => void>(() => undefined);

export const useAnnounce = () => useContext(AnnounceContext);
