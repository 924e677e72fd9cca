import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { wordingOf } from '@vault/contracts';
import type { GlossaryOffer } from '@vault/contracts';
import { freshOffers } from '../../../api/glossary-api.ts';
import type { AppThunk } from '../../../store/hooks.ts';
import { ownerChanged, rootReducer } from '../../../store/root-reducer.ts';
import type { LineChange } from './line-changes.ts';

declare module '../../../store/root-reducer.ts' {
  interface SliceStates {
    nameOffer: NameOffers;
  }
}

/** A correction that the user has just made in a video, and may want everywhere. */
export interface NameOffer {
  readonly videoId: string;
  /** The words before it, as they were written there. */
  readonly found: string;
  readonly term: string;
}

interface NameOffers {
  readonly offer: NameOffer | null;
  /** Whether the user has accepted it. */
  readonly isAccepted: boolean;
  /** Offers that the user has closed: not made again until the page is loaded again. */
  readonly closed: readonly string[];
}

const keyOf = ({ found, term }: Pick<NameOffer, 'found' | 'term'>) =>
  JSON.stringify([wordingOf(found).folded, term]);

const none: NameOffers = { offer: null, isAccepted: false, closed: [] };

const nameOfferSlice = createSlice({
  name: 'nameOffer',
  initialState: none,
  reducers: {
    offered: (state, { payload: offer }: PayloadAction<NameOffer | null>) => ({
      ...state,
      offer,
      isAccepted: false,
    }),
    offerAccepted: (state, { payload: isAccepted }: PayloadAction<boolean>) => ({ ...state, isAccepted }),
    offerClosed: ({ offer, closed }) => ({
      ...none,
      closed: offer ? [...closed, keyOf(offer)] : closed,
    }),
  },
  extraReducers: (builder) => builder.addCase(ownerChanged, () => none),
  selectors: { selectOffers: (state) => state, selectOffer: ({ offer }) => offer },
});

const { offered } = nameOfferSlice.actions;
export const { offerAccepted, offerClosed } = nameOfferSlice.actions;
const { selectOffers, selectOffer } = nameOfferSlice.injectInto(rootReducer).selectors;
export const selectNameOffer = selectOffer;

const textOf = (lines: LineChange['before']) => lines.map(({ text }) => text).join(' ');
const countIn = (text: string, part: string) => text.split(part).length - 1;
const foldedOf = (lines: LineChange['before']) => wordingOf(textOf(lines)).folded;

/** Looks whether saved changes have a correction that the server offers, and offers it in the video. */
export const offerName =
  (videoId: string, changes: readonly LineChange[]): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (changes.every(({ before, after }) => textOf(before) === textOf(after))) return;
    try {
      const offers = await dispatch(freshOffers());
      const { offer: present, isAccepted, closed } = selectOffers(getState());
      const next = offers
        .flatMap((each) => offerIn(videoId, changes, each))
        .find((each) => !closed.includes(keyOf(each)));
      const isGone =
        present &&
        !isAccepted &&
        !offers.some(({ from, to }) => keyOf({ found: from, term: to }) === keyOf(present));
      if (next || isGone) dispatch(offered(next ?? null));
    } catch (error) {
      console.warn('Whether a correction may become a term could not be read.', error);
    }
  };

function offerIn(
  videoId: string,
  changes: readonly LineChange[],
  { from, to: term }: GlossaryOffer,
): NameOffer[] {
  const change = changes.find(
    ({ before, after }) =>
      foldedOf(before).includes(from) && countIn(textOf(after), term) > countIn(textOf(before), term),
  );
  if (!change) return [];
  const at = textOf(change.before).toLowerCase().indexOf(from);
  const found = at < 0 ? from : textOf(change.before).slice(at, at + from.length);
  return [{ videoId, found, term }];
}
