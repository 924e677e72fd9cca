import { createSlice } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';

/** Whether the library's sidebar is open. */
export const sidebarSlice = createSlice({
  name: 'sidebar',
  initialState: { isOpen: true },
  reducers: {
    toggled: (state) => {
      state.isOpen = !state.isOpen;
    },
  },
});

/** The sidebar's state and its switch. */
export function useSidebar(): { isOpen: boolean; toggle: () => void } {
  const isOpen = useSelector((state: { sidebar: { isOpen: boolean } }) => state.sidebar.isOpen);
  const dispatch = useDispatch();
  return { isOpen, toggle: () => dispatch(sidebarSlice.actions.toggled()) };
}
