/** A text of the local storage; null when there is none, or storage is not available. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a text for all tabs and later visits, or removes it when it is null.
 * @throws when storage is full or not available
 */
export function setStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } finally {
    announceStored(key);
  }
}

/** Stores a text if possible; otherwise it applies only to this page. */
export function storeChoice(key: string, text: string): void {
  try {
    setStored(key, text);
  } catch (error) {
    console.info('A choice was not stored.', error);
  }
}

/** Sends the event of a changed value in this tab. Browsers send it only in the other ones. */
export function announceStored(key: string): void {
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

/** Calls `listener` when a value changes, in this tab or another. @returns a function that unsubscribes */
export function subscribeToStored(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
