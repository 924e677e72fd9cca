import { contentRange } from './content-range.ts';
import type { ByteSpan } from './content-range.ts';
import type { TransportReply } from './transport.ts';
import type { ResolvedOptions } from './upload-options.ts';

const LOST: TransportReply = { status: 0, header: () => null };

/** Sends the two kinds of request an upload session knows, one at a time, and gives up on a silent line. */
export class SessionRequests {
  readonly #options: ResolvedOptions;
  #inFlight: AbortController | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#inFlight !== undefined;
  }

  /** Ends the request in flight; it then reads as a lost connection. */
  cancel(): void {
    this.#inFlight?.abort();
  }

  /** Sends a slice of the file; the browser reads it from disk as it goes. */
  sendChunk(url: string, span: ByteSpan, onSent: (bytes: number) => void): Promise<TransportReply> {
    const { file } = this.#options;
    const body = file.slice(span.start, span.end, file.type);
    const headers: Record<string, string> = { 'Content-Range': contentRange(file.size, span) };
    if (file.type !== '') headers['Content-Type'] = file.type;
    return this.#exchange(url, headers, body, onSent);
  }

  /** Asks how much of the file the server holds. */
  askOffset(url: string): Promise<TransportReply> {
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
    const watch = (): (() => void) =>
      clock.after(stallTimeoutMs, () => {
        controller.abort();
      });
    let unwatch = watch();
    this.#inFlight = controller;
    try {
      const reply = transport({
        url,
        headers,
        body,
        signal,
        onSent: (bytes) => {
          if (signal.aborted || this.#inFlight !== controller) return;
          unwatch();
          unwatch = watch();
          onSent(bytes);
        },
      });
      return await Promise.race([reply, lostOnAbort(signal)]);
    } catch {
      // Whatever the transport trips over, the bytes did not provably arrive.
      return LOST;
    } finally {
      unwatch();
      this.#inFlight = undefined;
    }
  }
}

/** A transport that ignores its signal must not hold the upload up. */
function lostOnAbort(signal: AbortSignal): Promise<TransportReply> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(LOST);
    });
  });
}
