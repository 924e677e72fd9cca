/** Longer waits that a server requests are cut to this, because a person is watching the upload. */
const MAX_WAIT_MS = 30_000;

/**
 * Reads a `Retry-After` header: seconds, or a date.
 * @param nowMs milliseconds since the epoch
 * @returns milliseconds to wait, 0 to 30,000; 0 when the header is absent or unreadable
 */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? 0 : Math.min(MAX_WAIT_MS, Math.max(0, waitMs));
}
