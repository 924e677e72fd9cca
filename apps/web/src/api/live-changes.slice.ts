import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { AppThunk } from '../store/hooks.ts';
import { startAppListening } from '../store/listeners.ts';
import { rootReducer } from '../store/root-reducer.ts';
import { ChangeStream } from './change-stream.ts';
import type { Change } from './change-stream.ts';
import { readUserSession } from './session/user-session.ts';
import { userApi } from './user-api.ts';

declare module '../store/root-reducer.ts' {
  interface SliceStates {
    liveChanges: LiveChanges;
  }
}

interface LiveChanges {
  /** How many parts of the page follow the changes of the user's videos. */
  followers: number;
  /** Whether changes are reported now. */
  isOpen: boolean;
}

const liveChangesSlice = createSlice({
  name: 'liveChanges',
  initialState: (): LiveChanges => ({ followers: 0, isOpen: false }),
  reducers: {
    followed: (state) => {
      state.followers += 1;
    },
    unfollowed: (state) => {
      state.followers -= 1;
    },
    opened: (state, { payload: isOpen }: PayloadAction<boolean>) => {
      state.isOpen = isOpen;
    },
    reported: (_state, _action: PayloadAction<Change>) => undefined,
  },
  selectors: { selectFollowers: ({ followers }) => followers, selectAreChangesLive: ({ isOpen }) => isOpen },
});

const { followed, unfollowed, opened, reported } = liveChangesSlice.actions;
const { selectFollowers, ...selectors } = liveChangesSlice.injectInto(rootReducer).selectors;
export const { selectAreChangesLive } = selectors;

// One stream for all followers, which is open while there are any.
startAppListening({
  actionCreator: followed,
  effect: async (_action, api) => {
    if (selectFollowers(api.getState()) > 1) return;
    const stream = new ChangeStream({
      path: '/api/events',
      readToken: () => readUserSession()?.token,
      onChange: (change) => api.dispatch(reported(change)),
      onLibraryJob: () => api.dispatch(userApi.util.invalidateTags(['LibraryJob'])),
      onOpen: (isOpen) => api.dispatch(opened(isOpen)),
    });
    const stop = stream.start();
    await api.condition((_action, state) => selectFollowers(state) === 0);
    stop();
  },
});

/** Calls `onChange` with each change of the user's videos. @returns a function that ends it */
export const followChanges =
  (onChange: (change: Change) => void): AppThunk<() => void> =>
  (dispatch) => {
    const stop = startAppListening({
      actionCreator: reported,
      effect: ({ payload }) => onChange(payload),
    });
    dispatch(followed());
    return () => {
      stop();
      dispatch(unfollowed());
    };
  };
