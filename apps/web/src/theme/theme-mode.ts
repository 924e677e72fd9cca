import { useLayoutEffect, useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark';

const storageKey = 'theme';
const listeners = new Set<() => void>();

let chosenWithoutStorage: ThemeMode = 'light';
/** What a part of the product shows whatever was chosen; null where the choice holds. */
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

function inForce(): ThemeMode {
  return forced ?? stored();
}

function changed(): void {
  apply(inForce());
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) changed();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Chooses a theme, remembers it under the key `theme` and tells every open tab. */
export function setThemeMode(mode: ThemeMode): void {
  try {
    localStorage.setItem(storageKey, mode);
  } catch {
    // Without storage the choice lasts as long as the page.
    chosenWithoutStorage = mode;
  }
  changed();
}

/** The theme in force; re-renders when it changes here or in another tab. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, inForce, () => 'light');
}

/** Shows one theme for as long as the caller is there. What was chosen stays remembered, and comes back afterwards. */
export function useForcedTheme(mode: ThemeMode): void {
  useLayoutEffect(() => {
    forced = mode;
    changed();
    return () => {
      forced = null;
      changed();
    };
  }, [mode]);
}
