import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { dropUndo, offerUndo, useUndoOffer } from './undo-offers.ts';

const before = { kind: 'chapters', chapters: [] } as const;
const offer = { before, version: 2, isRedo: false };
const tenMinutesMs = 600_000;

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const shown = (videoId: string) => renderHook(() => useUndoOffer(videoId)).result;

test('an offer belongs to one video and expires after ten minutes', () => {
  const [own, other] = [shown('v'), shown('w')];
  expect(own.current).toBeNull();
  act(() => {
    offerUndo('v', offer);
  });
  expect(own.current).toMatchObject(offer);
  expect(other.current).toBeNull();
  act(() => {
    jest.advanceTimersByTime(tenMinutesMs - 1000);
  });
  expect(own.current).not.toBeNull();
  act(() => {
    jest.advanceTimersByTime(1000);
  });
  expect(own.current).toBeNull();
});

test('an offer survives a reload, is replaced by a later one, and can be closed', () => {
  act(() => {
    offerUndo('v', offer);
    offerUndo('v', { ...offer, version: 3 });
  });
  const later = shown('v');
  expect(later.current?.version).toBe(3);
  act(() => {
    dropUndo('v');
  });
  expect(later.current).toBeNull();
});

test.each(['no json', '{}', 'null', '{"until":9e15}', '{"until":9e15,"before":{"kind":"chapters"}}'])(
  'an invalid stored offer is ignored: %s',
  (text) => {
    jest.spyOn(console, 'warn').mockReturnValue(undefined);
    sessionStorage.setItem('undo:v', text);
    expect(shown('v').current).toBeNull();
  },
);
