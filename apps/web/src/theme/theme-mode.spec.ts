import '../testing/browser-globals.ts';
import { readFileSync } from 'node:fs';
import { act, renderHook } from '@testing-library/react';
import { setThemeMode, useForcedTheme, useThemeMode } from './theme-mode.ts';

const root = document.documentElement;
const early = readFileSync(new URL('../../public/theme.js', import.meta.url), 'utf8');

beforeEach(() => {
  localStorage.clear();
  root.className = 'kept';
});

test.each([
  [null, 'light'],
  ['light', 'light'],
  ['dark', 'dark'],
  ['sepia', 'light'],
])(
  "Theme preference: 'light' or 'dark', stored under the key 'theme', default light. Theme default light. Applied as a class on the document root. Before the first paint, with %p stored the page is %s",
  (stored, expected) => {
    if (stored) localStorage.setItem('theme', stored);
    // oxlint-disable-next-line typescript/no-implied-eval -- jsdom does not run script elements here
    const run = new Function(early) as () => void;
    run();
    expect([...root.classList]).toEqual(['kept', expected]);
  },
);

test.each([
  ['/admin', 'dark'],
  ['/admin/users', 'dark'],
  ['/administration', 'light'],
])('before the first paint, %s is %s regardless of the stored theme', (address, expected) => {
  window.history.replaceState(null, '', address);
  // oxlint-disable-next-line typescript/no-implied-eval -- jsdom does not run script elements here
  const run = new Function(early) as () => void;
  run();
  expect([...root.classList]).toEqual(['kept', expected]);
  window.history.replaceState(null, '', '/');
});

test('a forced theme applies while it is mounted, and then the stored theme applies again', () => {
  localStorage.setItem('theme', 'light');
  const { unmount } = renderHook(() => {
    useForcedTheme('dark');
    return useThemeMode();
  });
  expect([...root.classList]).toEqual(['kept', 'dark']);
  act(() => setThemeMode('light'));
  expect([...root.classList]).toEqual(['kept', 'dark']);
  unmount();
  expect([...root.classList]).toEqual(['kept', 'light']);
  expect(localStorage.getItem('theme')).toBe('light');
});

test('a chosen theme is stored, set on the root element, and returned by the hook', () => {
  const { result } = renderHook(() => useThemeMode());
  expect(result.current).toBe('light');
  act(() => setThemeMode('dark'));
  expect(result.current).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect([...root.classList]).toEqual(['kept', 'dark']);
});

test('a theme chosen in another tab is applied', () => {
  const { result } = renderHook(() => useThemeMode());
  localStorage.setItem('theme', 'dark');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(result.current).toBe('dark');
  expect(root).toHaveClass('dark');
});
