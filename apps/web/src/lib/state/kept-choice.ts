/** A choice that is stored in this browser; null when there is none, or storage is not available. */
export function readChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without storage a choice lasts only while its component is mounted.
    return null;
  }
}

/** Stores a choice for later visits, if storage is available. */
export function keepChoice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice still applies to this page.
  }
}
