import '../../../testing/browser-globals.ts';
import { ownerChanged } from '../../../store/root-reducer.ts';
import { searchSlice } from './search.slice.ts';

const { typed, started, ended, left, returned, sidebarToggled } = searchSlice.actions;
const reduce = searchSlice.reducer;
const initial = searchSlice.getInitialState();
const matchMedia = window.matchMedia;
afterEach(() => {
  window.matchMedia = matchMedia;
});

test('the initial state is empty and idle, with the sidebar open', () => {
  expect(initial).toEqual({ keyword: '', searchStart: false, leftFrom: '', isSidebarOpen: true });
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
  expect(after).toEqual({ keyword: 'price', searchStart: false, leftFrom: '', isSidebarOpen: true });
  expect(reduce(after, typed('prices')).keyword).toBe('prices');
});

test('the results that were left open are shown again on the way back, and only there', () => {
  const searching = reduce(reduce(initial, typed('price')), started());
  const gone = reduce(searching, left('entry-1'));
  expect(gone.searchStart).toBe(false);
  expect(reduce(gone, returned('entry-1'))).toMatchObject({ keyword: 'price', searchStart: true });
  expect(reduce(gone, returned('entry-2')).searchStart).toBe(false);
  const closed = reduce(reduce(searching, ended()), left('entry-1'));
  expect(reduce(closed, returned('entry-1')).searchStart).toBe(false);
});

test('the sidebar closes and opens', () => {
  const closed = reduce(initial, sidebarToggled());
  expect(closed.isSidebarOpen).toBe(false);
  expect(reduce(closed, sidebarToggled()).isSidebarOpen).toBe(true);
});
