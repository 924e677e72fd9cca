import { nextEntry } from './next-entry.ts';

const labels = ['Index for search', 'Screenshot…', 'Search prompt…'];

function press(key: string, at: number, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', true>> = {}) {
  return nextEntry(labels, at, { key, ctrlKey: false, metaKey: false, altKey: false, ...held });
}

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', -1, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['s', 0, 1],
  ['S', 1, 2],
  ['s', 2, 1],
  ['i', 0, 0],
  ['x', 0, undefined],
  [' ', 0, undefined],
  ['Enter', 0, undefined],
])('%s from entry %i leads to %p', (key, at, to) => {
  expect(press(key, at)).toBe(to);
});

it('ignores key combinations of the browser', () => {
  expect(press('s', 0, { ctrlKey: true })).toBeUndefined();
  expect(press('End', 0, { metaKey: true })).toBeUndefined();
});

it('returns undefined for an empty menu', () => {
  expect(nextEntry([], -1, { key: 'End', ctrlKey: false, metaKey: false, altKey: false })).toBeUndefined();
});
