import { createContext } from 'react';

/** The address of the captions that replace those of the video while it plays; undefined without any. */
export const CaptionsUrlContext = createContext<string | undefined>(undefined);
