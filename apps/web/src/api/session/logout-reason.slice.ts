import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { useAppSelector } from '../../store/hooks.ts';
import { startAppListening } from '../../store/listeners.ts';
import { rootReducer } from '../../store/root-reducer.ts';
import { readRefusedToken, storeRefusedToken } from './refused-token.ts';
import { useUserSession } from './user-session.ts';

declare module '../../store/root-reducer.ts' {
  interface SliceStates {
    logoutReason: LogoutReason;
  }
}

interface LogoutReason {
  readonly refusedToken: string | null;
  readonly isByUser: boolean;
  /** A message for the sign-in page; empty when there is none. */
  readonly notice: string;
}

const logoutReasonSlice = createSlice({
  name: 'logoutReason',
  initialState: (): LogoutReason => ({ refusedToken: readRefusedToken(), isByUser: false, notice: '' }),
  reducers: {
    /** The server has refused this token: the session is about to end. */
    tokenRefused: (state, { payload: refusedToken }: PayloadAction<string>) => ({ ...state, refusedToken }),
    /**
     * The user logs out in this tab on purpose: the next sign-in does not return to the current page. The payload is a
     * message for the sign-in page.
     */
    loggedOutByUser: (state, { payload: notice = '' }: PayloadAction<string | undefined>) => ({
      ...state,
      isByUser: true,
      notice,
    }),
  },
  selectors: {
    selectRefusedToken: ({ refusedToken }) => refusedToken,
    selectIsLogoutByUser: ({ isByUser }) => isByUser,
    selectNotice: ({ notice }) => notice,
  },
});

export const { tokenRefused, loggedOutByUser } = logoutReasonSlice.actions;
export const { selectRefusedToken, selectIsLogoutByUser, selectNotice } =
  logoutReasonSlice.injectInto(rootReducer).selectors;

startAppListening({
  actionCreator: tokenRefused,
  effect: ({ payload }) => storeRefusedToken(payload),
});

/** Whether the server has refused the stored session, which ends as soon as the user has had time to read why. */
export function useIsRefused(): boolean {
  const refusedToken = useAppSelector(selectRefusedToken);
  const token = useUserSession()?.token;
  return token !== undefined && token === refusedToken;
}
