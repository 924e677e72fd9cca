import '../../../testing/browser-globals.ts';
import { ownerChanged } from '../../../store/root-reducer.ts';
import { searchSlice } from './search.slice.ts';

const { typed, started, ended, sidebarToggled } = searchSlice.actions;
const reduce = searchSlice.reducer;
const initial = searchSlice.getInitialState();
const matchMedia = window.matchMedia;
afterEach(() => {
  window.matchMedia = matchMedia;
});

test('the initial state is empty and idle, with the sidebar open', () => {
  expect(initial).toEqual({ keyword: '', searchStart: false, isSidebarOpen: true });
});

test('on a tablet the sidebar is closed at first, also for the next user', () => {
  window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('1023') });
  expect(searchSlice.getInitialState().isSidebarOpen).toBe(false);
  expect(reduce(initial, ownerChanged('user')).isSidebarOpen).toBe(false);
});

test.each([
  ['', false],
  ['a', false],
  [' a ', false],
  ['ab', true],
  ['é1', true],
])('%p starts a search: %p', (keyword, isStarted) => {
  expect(reduce(reduce(initial, typed(keyword)), started()).searchStart).toBe(isStarted);
});

test('the keyword is fixed during a search; afterwards it is kept and can be changed', () => {
  const searching = reduce(reduce(initial, typed('price')), started());
  expect(reduce(searching, typed('prices')).keyword).toBe('price');
  const after = reduce(searching, ended());
  expect(after).toEqual({ keyword: 'price', searchStart: false, isSidebarOpen: true });
  expect(reduce(after, typed('prices')).keyword).toBe('prices');
});

test('the sidebar closes and opens', () => {
  const closed = reduce(initial, sidebarToggled());
  expect(closed.isSidebarOpen).toBe(false);
  expect(reduce(closed, sidebarToggled()).isSidebarOpen).toBe(true);
});
