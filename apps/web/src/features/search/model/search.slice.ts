import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { searchMinimum } from '@vault/contracts';
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts';
import { ownerChanged, rootReducer } from '../../../store/root-reducer.ts';

declare module '../../../store/root-reducer.ts' {
  interface SliceStates {
    search: SearchState;
  }
}

/** The library's search, and whether its sidebar is open. */
export interface SearchState {
  keyword: string;
  /** A search runs, or its results are open: the box is read-only. */
  searchStart: boolean;
  /** The key of the entry of the browser's history that was left with open results; empty without any. */
  leftFrom: string;
  isSidebarOpen: boolean;
}

/** On a tablet the sidebar would take too much of the page, so it is closed at first. */
const isTablet = () => window.matchMedia('(min-width: 768px) and (max-width: 1023.98px)').matches;

const initialState = (): SearchState => ({
  keyword: '',
  searchStart: false,
  leftFrom: '',
  isSidebarOpen: !isTablet(),
});

export const searchSlice = createSlice({
  name: 'search',
  initialState,
  reducers: {
    typed: (state, { payload }: PayloadAction<string>) => {
      if (!state.searchStart) state.keyword = payload;
    },
    /** A keyword that is too short does not start a search. */
    started: (state) => {
      state.searchStart = state.keyword.trim().length >= searchMinimum;
    },
    ended: (state) => {
      state.searchStart = false;
    },
    left: (state, { payload: from }: PayloadAction<string>) => {
      state.leftFrom = state.searchStart ? from : '';
      state.searchStart = false;
    },
    returned: (state, { payload: to }: PayloadAction<string>) => {
      state.searchStart = state.leftFrom === to;
    },
    sidebarToggled: (state) => {
      state.isSidebarOpen = !state.isSidebarOpen;
    },
  },
  extraReducers: (builder) => builder.addCase(ownerChanged, initialState),
  selectors: {
    selectKeyword: ({ keyword }) => keyword,
    selectIsSearching: ({ searchStart }) => searchStart,
    selectIsSidebarOpen: ({ isSidebarOpen }) => isSidebarOpen,
  },
});

const { typed, started, ended, left, returned, sidebarToggled } = searchSlice.actions;
const { selectKeyword, selectIsSearching, selectIsSidebarOpen } =
  searchSlice.injectInto(rootReducer).selectors;

/** The search state and its actions. */
export function useSearch() {
  const dispatch = useAppDispatch();
  return {
    keyword: useAppSelector(selectKeyword),
    isSearching: useAppSelector(selectIsSearching),
    type: (keyword: string) => dispatch(typed(keyword)),
    start: () => dispatch(started()),
    end: () => dispatch(ended()),
    /** The page is left: the results are shown again when the user comes back. */
    leave: (from: string) => dispatch(left(from)),
    comeBack: (to: string) => dispatch(returned(to)),
  };
}

/** The state of the library's sidebar. */
export function useSidebar(): { isOpen: boolean; toggle: () => void } {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectIsSidebarOpen);
  return { isOpen, toggle: () => dispatch(sidebarToggled()) };
}
