let notice = '';

/** Sets a message for the sign-in page, before redirecting to it. */
export function setNotice(text: string): void {
  notice = text;
}

/** The message, or empty. */
export function readNotice(): string {
  return notice;
}

/** Clears the message after it was shown. */
export function clearNotice(): void {
  notice = '';
}
