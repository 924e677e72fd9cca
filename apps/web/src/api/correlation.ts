/** The header whose value the server puts into every line it logs about a request. */
export const correlationHeader = 'x-correlation-id';

/** An id for one request. Made of plain random bytes, for pages that are not served over https have no UUIDs. */
export function newCorrelationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
