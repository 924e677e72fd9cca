const storageKey = 'refused-session';

/** The token that the server has refused. This tab stores it, so that it is still refused after a reload. */
export function readRefusedToken(): string | null {
  return sessionStorage.getItem(storageKey);
}

export function storeRefusedToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
}

/** Called once the sign-in page is shown. */
export function clearRefusedToken(): void {
  sessionStorage.removeItem(storageKey);
}
