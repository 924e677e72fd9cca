/** A range of bytes, `end` exclusive as in `Blob.slice`. */
export interface ByteSpan {
  start: number;
  end: number;
}

/** The `Content-Range` header of a chunk, or (without a span) of an offset query. */
export function contentRange(total: number, span?: ByteSpan): string {
  const bytes = span ? `${String(span.start)}-${String(span.end - 1)}` : '*';
  return `bytes ${bytes}/${String(total)}`;
}

/**
 * Reads how many bytes the server holds from its `Range: bytes=0-N` response header.
 * @returns N + 1; undefined when the header is absent or not of this form
 */
export function bytesHeld(range: string | null): number | undefined {
  const last = /^bytes=0-(\d+)$/.exec(range?.trim() ?? '')?.[1];
  const heldBytes = Number(last) + 1;
  return Number.isSafeInteger(heldBytes) ? heldBytes : undefined;
}
