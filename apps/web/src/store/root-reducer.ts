import { combineSlices, createAction } from '@reduxjs/toolkit';

/** The state of all slices. A slice adds itself: its type to this interface, its reducer with `injectInto`. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface SliceStates {}

/** The reducer of every store. It does not import the slices, so that each is loaded with the pages that use it. */
export const rootReducer = combineSlices().withLazyLoadedSlices<SliceStates>();

export type RootState = ReturnType<typeof rootReducer>;

/** Another user has signed in, the user has signed out, or another workspace is shown: the state of the user is reset. */
export const ownerChanged = createAction<'user' | 'workspace'>('session/ownerChanged');
