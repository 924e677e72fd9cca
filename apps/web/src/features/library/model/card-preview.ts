import { createContext } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import type { Playback } from '../../../components/player/playback.ts';

/** The video that plays inside its library card. At most one plays at a time. */
export interface CardPreview {
  /** Its `id`; empty while none plays. */
  readonly videoId: string;
  readonly show: Dispatch<SetStateAction<string>>;
  /** Its playback state. */
  readonly playback: Playback;
}

/** Without a provider cards cannot play videos. */
export const CardPreviewContext = createContext<CardPreview | null>(null);
