import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { GlossaryProposal } from '@vault/contracts';
import { startAppListening } from '../../../store/listeners.ts';
import { ownerChanged, rootReducer } from '../../../store/root-reducer.ts';

declare module '../../../store/root-reducer.ts' {
  interface SliceStates {
    refusedNames: readonly string[];
  }
}

const key = 'refused-names';
/** The oldest ones are proposed again. */
const limit = 500;

/** What a user has said no to, in one video. */
export const refusalOf = (videoId: string, { found, term }: GlossaryProposal): string =>
  JSON.stringify([videoId, found, term]);

/** Proposals that are not made again in this tab, which survive a reload in the session storage. */
const refusedNamesSlice = createSlice({
  name: 'refusedNames',
  initialState: readRefused,
  reducers: {
    nameRefused: (refused, { payload }: PayloadAction<string>) => [...refused, payload].slice(-limit),
  },
  extraReducers: (builder) => builder.addCase(ownerChanged, () => []),
  selectors: { selectRefusedNames: (refused) => refused },
});

export const { nameRefused } = refusedNamesSlice.actions;
export const { selectRefusedNames } = refusedNamesSlice.injectInto(rootReducer).selectors;

startAppListening({
  predicate: (_action, now, before) => selectRefusedNames(now) !== selectRefusedNames(before),
  effect: (_action, api) => {
    try {
      sessionStorage.setItem(key, JSON.stringify(selectRefusedNames(api.getState())));
    } catch (error) {
      console.warn('The answer could not be stored: the name is proposed again after a reload.', error);
    }
  },
});

function readRefused(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch (error) {
    console.warn('The stored answers could not be read.', error);
    return [];
  }
}
