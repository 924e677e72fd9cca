import { useLayoutEffect, useSyncExternalStore } from 'react';
import { Listeners } from '../lib/state/listeners.ts';

export type ThemeMode = 'light' | 'dark';

const storageKey = 'theme';
const listeners = new Listeners();

let chosenWithoutStorage: ThemeMode = 'light';
/** A theme that overrides the stored one; null when the stored one applies. */
let forced: ThemeMode | null = null;

function stored(): ThemeMode {
  try {
    return localStorage.getItem(storageKey) === 'dark' ? 'dark' : 'light';
  } catch {
    return chosenWithoutStorage;
  }
}

function apply(mode: ThemeMode): void {
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(mode);
  root.style.colorScheme = mode;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', mode === 'dark' ? '#0e1218' : '#faf7f2');
}

function currentMode(): ThemeMode {
  return forced ?? stored();
}

function update(): void {
  apply(currentMode());
  listeners.notify();
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) update();
  };
  const unsubscribe = listeners.subscribe(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
}

/** Applies a theme in every open tab and stores it under the key `theme`. */
export function setThemeMode(mode: ThemeMode): void {
  try {
    localStorage.setItem(storageKey, mode);
  } catch {
    // Without storage the choice lasts as long as the page.
    chosenWithoutStorage = mode;
  }
  update();
}

/** The current theme; re-renders when it changes in this tab or another. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, currentMode, () => 'light');
}

/** Forces a theme while the component is mounted. The stored theme is kept and applies again afterwards. */
export function useForcedTheme(mode: ThemeMode): void {
  useLayoutEffect(() => {
    forced = mode;
    update();
    return () => {
      forced = null;
      update();
    };
  }, [mode]);
}
