import type { Store, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { RootState } from './root-reducer.ts';

/** Also dispatches the thunks of RTK Query, whose state is not in {@link RootState}. */
export type AppDispatch = ThunkDispatch<never, undefined, UnknownAction>;
export type AppStore = Omit<Store<RootState>, 'dispatch'> & { readonly dispatch: AppDispatch };
export type AppThunk<Result = void> = (dispatch: AppDispatch, getState: () => RootState) => Result;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppStore = useStore.withTypes<AppStore>();
export const useAppSelector = useSelector.withTypes<RootState>();
