import { createContext } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import type { Playback } from '../../components/player/playback.ts';

/** The one video of the library that plays in the place of its picture. */
export interface CardPreview {
  /** Its `id`; empty while none does. */
  readonly videoId: string;
  readonly show: Dispatch<SetStateAction<string>>;
  /** Its clock. */
  readonly playback: Playback;
}

/** Without one above them, cards play nothing. */
export const CardPreviewContext = createContext<CardPreview | null>(null);
