/** The header whose value the server adds to every log line about the request. */
export const correlationHeader = 'x-correlation-id';

/** An id for one request. Random bytes, because `crypto.randomUUID` exists only on pages served over HTTPS. */
export function newCorrelationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
