import { useLayoutEffect, useSyncExternalStore } from 'react';
import { announceStored, setStored, subscribeToStored } from '../lib/browser/local-storage.ts';

export type ThemeMode = 'light' | 'dark';

const storageKey = 'theme';

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

function subscribe(listener: () => void): () => void {
  return subscribeToStored(storageKey, () => {
    apply(currentMode());
    listener();
  });
}

/** Applies a theme in every open tab and stores it under the key `theme`. */
export function setThemeMode(mode: ThemeMode): void {
  try {
    setStored(storageKey, mode);
  } catch {
    // Without storage the choice lasts as long as the page.
    chosenWithoutStorage = mode;
    announceStored(storageKey);
  }
  apply(currentMode());
}

/** The current theme; re-renders when it changes in this tab or another. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, currentMode, () => 'light');
}

/** Forces a theme while the component is mounted. The stored theme is kept and applies again afterwards. */
export function useForcedTheme(mode: ThemeMode): void {
  useLayoutEffect(() => {
    const force = (next: ThemeMode | null) => {
      forced = next;
      apply(currentMode());
      announceStored(storageKey);
    };
    force(mode);
    return () => force(null);
  }, [mode]);
}
