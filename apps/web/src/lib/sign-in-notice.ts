let notice = '';

/** Leaves something to be said on the page for signing in, where its reader is about to arrive. */
export function leaveNotice(text: string): void {
  notice = text;
}

/** What was left to be said. */
export function readNotice(): string {
  return notice;
}

/** It was said. */
export function clearNotice(): void {
  notice = '';
}
