import type { Chapter, Quote } from '@vault/contracts';
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { startAppListening } from '../../store/listeners.ts';
import { rootReducer } from '../../store/root-reducer.ts';

declare module '../../store/root-reducer.ts' {
  interface SliceStates {
    undoOffers: UndoOffers;
  }
}

/** The content of a video before a generation or a change by hand replaced it, which the user can restore. */
export interface UndoOffer {
  /** Time when the offer expires, in epoch milliseconds. */
  readonly until: number;
  /** Version of the record after the generation: a higher version has edits that restoring would remove. */
  readonly version: number;
  /** Whether it restores what an undo removed. */
  readonly isRedo: boolean;
  readonly before:
    | {
        readonly kind: 'chapters';
        readonly chapters: readonly Chapter[];
        /** What the user changed, as a sentence; undefined when a generation replaced all. */
        readonly text?: string | undefined;
      }
    | {
        readonly kind: 'quotes';
        readonly start: string;
        readonly chapterTitle: string;
        readonly quotes: readonly Quote[];
      };
}

/** By video id. */
type UndoOffers = Readonly<Record<string, UndoOffer>>;

const offeredForMs = 10 * 60 * 1000;
const prefix = 'undo:';

/** The offers of this tab, which survive a reload in the session storage. */
const undoOffersSlice = createSlice({
  name: 'undoOffers',
  initialState: readOffers,
  reducers: {
    /** Replaces an earlier offer for the video. */
    undoOffered: {
      prepare: (videoId: string, offer: Omit<UndoOffer, 'until'>) => ({
        payload: { videoId, offer: { ...offer, until: Date.now() + offeredForMs } },
      }),
      reducer: (offers, { payload }: PayloadAction<{ videoId: string; offer: UndoOffer }>) => ({
        ...offers,
        [payload.videoId]: payload.offer,
      }),
    },
    undoDropped: {
      prepare: (videoId: string) => ({ payload: { videoId } }),
      reducer: (offers, { payload }: PayloadAction<{ videoId: string }>) =>
        Object.fromEntries(Object.entries(offers).filter(([videoId]) => videoId !== payload.videoId)),
    },
  },
  selectors: { selectUndoOffer: (offers, videoId: string) => offers[videoId] ?? null },
});

export const { undoOffered, undoDropped } = undoOffersSlice.actions;
const { selectUndoOffer } = undoOffersSlice.injectInto(rootReducer).selectors;

startAppListening({
  actionCreator: undoOffered,
  effect: ({ payload: { videoId, offer } }) => {
    try {
      sessionStorage.setItem(prefix + videoId, JSON.stringify(offer));
    } catch (error) {
      console.warn('The previous content could not be stored: undo is not available after a reload.', error);
    }
  },
});
startAppListening({
  actionCreator: undoDropped,
  effect: ({ payload: { videoId } }) => sessionStorage.removeItem(prefix + videoId),
});

/** The current offer of a video, which is dropped when it expires; null when there is none. */
export function useUndoOffer(videoId: string): UndoOffer | null {
  const dispatch = useAppDispatch();
  const offer = useAppSelector((state) => selectUndoOffer(state, videoId));
  useEffect(() => {
    if (!offer) return;
    const timer = setTimeout(() => dispatch(undoDropped(videoId)), offer.until - Date.now());
    return () => clearTimeout(timer);
  }, [dispatch, offer, videoId]);
  return offer;
}

function readOffers(): UndoOffers {
  const offers: Record<string, UndoOffer> = {};
  for (const key of Object.keys(sessionStorage)) {
    const offer = key.startsWith(prefix) ? parse(sessionStorage.getItem(key) ?? '') : null;
    if (offer && offer.until > Date.now()) offers[key.slice(prefix.length)] = offer;
  }
  return offers;
}

/** Parses a stored offer; null when the text is not a valid offer. */
function parse(text: string): UndoOffer | null {
  try {
    const offer = JSON.parse(text) as UndoOffer | null;
    const list = offer?.before.kind === 'quotes' ? offer.before.quotes : offer?.before.chapters;
    return Number.isFinite(offer?.until) && Array.isArray(list) ? offer : null;
  } catch (error) {
    console.warn('The stored undo offer could not be read.', error);
    return null;
  }
}
