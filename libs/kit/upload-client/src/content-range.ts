/** A run of bytes, `end` exclusive as in `Blob.slice`. */
export interface ByteSpan {
  start: number;
  end: number;
}

/** `Content-Range` of a request: of the bytes it carries, or (without a span) of the question what the server holds. */
export function contentRange(total: number, span?: ByteSpan): string {
  const bytes = span ? `${String(span.start)}-${String(span.end - 1)}` : '*';
  return `bytes ${bytes}/${String(total)}`;
}

/**
 * How many bytes a `Range: bytes=0-N` answer says the server holds.
 * @returns N + 1; undefined when the header is absent or not of this form
 */
export function bytesHeld(range: string | null): number | undefined {
  const last = /^bytes=0-(\d+)$/.exec(range?.trim() ?? '')?.[1];
  const held = Number(last) + 1;
  return Number.isSafeInteger(held) ? held : undefined;
}
