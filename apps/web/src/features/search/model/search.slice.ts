import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { searchMinimum } from '@vault/contracts';
import { useDispatch, useSelector } from 'react-redux';

/** The library's search, and whether its sidebar is open. */
export interface SearchState {
  keyword: string;
  /** A search runs, or its results are open: the box is read-only. */
  searchStart: boolean;
  isSidebarOpen: boolean;
}

/** On a tablet the sidebar would take too much of the page, so it is closed at first. */
const isTablet = () => window.matchMedia('(min-width: 768px) and (max-width: 1023.98px)').matches;

const initialState = (): SearchState => ({ keyword: '', searchStart: false, isSidebarOpen: !isTablet() });

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
    sidebarToggled: (state) => {
      state.isSidebarOpen = !state.isSidebarOpen;
    },
    /** Resets the state when another user signs in. */
    forgotten: initialState,
  },
});

const { typed, started, ended, sidebarToggled } = searchSlice.actions;

function useSearchState<Value>(select: (state: SearchState) => Value): Value {
  return useSelector((state: { search: SearchState }) => select(state.search));
}

/** The search state and its actions. */
export function useSearch() {
  const dispatch = useDispatch();
  return {
    keyword: useSearchState(({ keyword }) => keyword),
    isSearching: useSearchState(({ searchStart }) => searchStart),
    type: (keyword: string) => dispatch(typed(keyword)),
    start: () => dispatch(started()),
    end: () => dispatch(ended()),
  };
}

/** The state of the library's sidebar. */
export function useSidebar(): { isOpen: boolean; toggle: () => void } {
  const dispatch = useDispatch();
  const isOpen = useSearchState(({ isSidebarOpen }) => isSidebarOpen);
  return { isOpen, toggle: () => dispatch(sidebarToggled()) };
}
