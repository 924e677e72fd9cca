import { createSlice } from '@reduxjs/toolkit';
import { ownerChanged, rootReducer } from '../../store/root-reducer.ts';

declare module '../../store/root-reducer.ts' {
  interface SliceStates {
    upgradeOffer: boolean;
  }
}

/** Whether a link to the plans is shown: after a request exceeded the plan, until the user follows or dismisses it. */
const upgradeOfferSlice = createSlice({
  name: 'upgradeOffer',
  initialState: false,
  reducers: { upgradeOffered: () => true, upgradeWithdrawn: () => false },
  extraReducers: (builder) => builder.addCase(ownerChanged, () => false),
  selectors: { selectIsUpgradeOffered: (isOffered) => isOffered },
});

export const { upgradeOffered, upgradeWithdrawn } = upgradeOfferSlice.actions;
export const { selectIsUpgradeOffered } = upgradeOfferSlice.injectInto(rootReducer).selectors;
