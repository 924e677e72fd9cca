import '../../testing/browser-globals.ts';
import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../../app/store.ts';
import { undoDropped, undoOffered, useUndoOffer } from './undo-offers.slice.ts';

const before = { kind: 'chapters', chapters: [] } as const;
const offer = { before, version: 2, isRedo: false };
const tenMinutesMs = 600_000;

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

/** The offer of a video in a store. */
function shown(videoId: string, store: ReturnType<typeof createStore>) {
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return renderHook(() => useUndoOffer(videoId), { wrapper }).result;
}

test('an offer belongs to one video and expires after ten minutes', () => {
  const store = createStore();
  const [own, other] = [shown('v', store), shown('w', store)];
  expect(own.current).toBeNull();
  act(() => void store.dispatch(undoOffered('v', offer)));
  expect(own.current).toMatchObject(offer);
  expect(other.current).toBeNull();
  act(() => jest.advanceTimersByTime(tenMinutesMs - 1000));
  expect(own.current).not.toBeNull();
  act(() => jest.advanceTimersByTime(1000));
  expect(own.current).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('an offer survives a reload, is replaced by a later one, and can be closed', () => {
  const { dispatch } = createStore();
  dispatch(undoOffered('v', offer));
  dispatch(undoOffered('v', { ...offer, version: 3 }));
  const reloaded = createStore();
  const later = shown('v', reloaded);
  expect(later.current?.version).toBe(3);
  act(() => void reloaded.dispatch(undoDropped('v')));
  expect(later.current).toBeNull();
  expect(shown('v', createStore()).current).toBeNull();
});

test('a stored offer that has expired is not shown', () => {
  createStore().dispatch(undoOffered('v', offer));
  jest.advanceTimersByTime(tenMinutesMs);
  expect(shown('v', createStore()).current).toBeNull();
});

test.each(['no json', '{}', 'null', '{"until":9e15}', '{"until":9e15,"before":{"kind":"chapters"}}'])(
  'an invalid stored offer is ignored: %s',
  (text) => {
    jest.spyOn(console, 'warn').mockReturnValue(undefined);
    sessionStorage.setItem('undo:v', text);
    expect(shown('v', createStore()).current).toBeNull();
  },
);
