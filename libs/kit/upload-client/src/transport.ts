/** One PUT to an upload session. */
export interface TransportRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A lazy slice of the file, or null for an offset query. */
  body: Blob | null;
  signal: AbortSignal;
  /** Called with the bytes of the body handed to the network so far. */
  onSent: (bytes: number) => void;
}

/** The server's response, or the loss of the connection. */
export interface TransportReply {
  /** The HTTP status, or 0 when the connection was lost or the request aborted. */
  status: number;
  /** The value of a response header, null when it is absent or hidden by CORS. */
  header: (name: string) => string | null;
}

/** Carries requests to the server. A rejection counts as a lost connection. */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

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

/**
 * The browser's transport. It uses XMLHttpRequest, because fetch does not report how much of a body has been sent.
 * By the Fetch standard, a 308 without `Location` is not followed as a redirect.
 */
export function xhrTransport(request: TransportRequest): Promise<TransportReply> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    const abort = (): void => xhr.abort();
    xhr.open('PUT', request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => request.onSent(event.loaded);
    // Fires once, after load, error and abort alike.
    xhr.onloadend = () => {
      request.signal.removeEventListener('abort', abort);
      resolve({ status: xhr.status, header: (name) => readHeader(xhr, name) });
    };
    request.signal.addEventListener('abort', abort);
    xhr.send(request.body);
  });
}

/** Browsers log an error when a page reads a header that another origin does not expose. */
function readHeader(xhr: XMLHttpRequest, name: string): string | null {
  const exposed = xhr.getAllResponseHeaders().toLowerCase().split('\r\n');
  const isExposed = exposed.some((line) => line.startsWith(`${name.toLowerCase()}:`));
  return isExposed ? xhr.getResponseHeader(name) : null;
}
