const storageKey = 'invitation';
const token = /^[\w-]{20,128}$/;

/** The token of the invitation that this tab has opened; empty when there is none. */
export function readInvitation(): string {
  return sessionStorage.getItem(storageKey) ?? '';
}

/** Keeps a token for this tab, also while the user signs in. @returns whether it can be one */
export function holdInvitation(text: string): boolean {
  if (!token.test(text)) return false;
  sessionStorage.setItem(storageKey, text);
  return true;
}

export function dropInvitation(): void {
  sessionStorage.removeItem(storageKey);
}
