import { runInThisContext } from 'node:vm';

// Node's own, as its `Response` expects; jsdom has none.
export const Stream = runInThisContext('ReadableStream') as typeof ReadableStream;
export const Transform = runInThisContext('TransformStream') as typeof TransformStream;

/** The stream of events of a fake server. */
export class FakeEvents {
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  /** Answers a request with a new stream, which begins with a reset. */
  readonly open = (): { body: unknown } => {
    const body = new Stream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
    });
    this.send('event: reset\ndata: {}\n\n');
    return { body };
  };

  send(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  /** @param versions of what changed, as the server names them */
  change(videoId: string, versions: { version?: number; detailsVersion?: number } = {}): void {
    this.send(`event: video\ndata: ${JSON.stringify({ videoId, ...versions })}\n\n`);
  }

  end(): void {
    this.#controller?.close();
  }
}
