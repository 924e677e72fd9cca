import { contentRange } from './transport/content-range.ts';
import type { ByteSpan } from './transport/content-range.ts';
import type { TransportReply } from './transport/transport.ts';
import type { ResolvedOptions } from './upload-options.ts';

const CONNECTION_LOST: TransportReply = { status: 0, header: () => null };

/** Sends chunks and offset queries, one request at a time, and aborts a request that stalls. */
export class SessionRequests {
  readonly #options: ResolvedOptions;
  #inFlight: AbortController | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#inFlight !== undefined;
  }

  /** Aborts the request in flight, as if the connection were lost. */
  cancel(): void {
    this.#inFlight?.abort();
  }

  /** Sends a slice of the file; the browser reads it from disk while it sends. */
  sendChunk(url: string, span: ByteSpan, onSent: (bytes: number) => void): Promise<TransportReply> {
    const { file } = this.#options;
    const body = file.slice(span.start, span.end, file.type);
    const headers: Record<string, string> = { 'Content-Range': contentRange(file.size, span) };
    if (file.type !== '') headers['Content-Type'] = file.type;
    return this.#exchange(url, headers, body, onSent);
  }

  /** Queries how many bytes of the file the server holds. */
  queryOffset(url: string): Promise<TransportReply> {
    return this.#exchange(
      url,
      { 'Content-Range': contentRange(this.#options.file.size) },
      null,
      () => undefined,
    );
  }

  async #exchange(
    url: string,
    headers: Record<string, string>,
    body: Blob | null,
    onSent: (bytes: number) => void,
  ): Promise<TransportReply> {
    const { transport, clock, stallTimeoutMs } = this.#options;
    const controller = new AbortController();
    const { signal } = controller;
    const startStallTimer = (): (() => void) => clock.after(stallTimeoutMs, () => controller.abort());
    let cancelStallTimer = startStallTimer();
    this.#inFlight = controller;
    try {
      const reply = transport({
        url,
        headers,
        body,
        signal,
        onSent: (bytes) => {
          if (signal.aborted || this.#inFlight !== controller) return;
          cancelStallTimer();
          cancelStallTimer = startStallTimer();
          onSent(bytes);
        },
      });
      return await Promise.race([reply, connectionLostOnAbort(signal)]);
    } catch {
      // After any transport error it is unknown whether the bytes arrived.
      return CONNECTION_LOST;
    } finally {
      cancelStallTimer();
      this.#inFlight = undefined;
    }
  }
}

/** Resolves on abort, so that a transport that ignores its signal does not block the upload. */
function connectionLostOnAbort(signal: AbortSignal): Promise<TransportReply> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(CONNECTION_LOST));
  });
}
