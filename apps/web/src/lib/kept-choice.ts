/** A choice somebody made in this browser; null when there is none, or nothing is kept here. */
export function readChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without storage a choice lasts as long as what made it.
    return null;
  }
}

/** Keeps a choice for later visits, where the browser keeps anything. */
export function keepChoice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It holds on this page all the same.
  }
}
