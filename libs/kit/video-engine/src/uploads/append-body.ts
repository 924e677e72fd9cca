import type { Readable } from 'node:stream';
import { GracefulStop } from './takeover-lock.ts';

/** How an append ended. */
export type AppendEnd = 'complete' | 'cut' | 'not-media';

/** Stores the bytes in order. Afterwards `error` is set if one of its calls has failed. */
export interface BodyWriter {
  readonly error: Error | undefined;
  add(piece: Buffer): Promise<void>;
  /** Resolves when all bytes are stored. */
  finish(): Promise<void>;
}

/** The writer, the part of the body to append, and when to stop. */
export interface AppendRequest {
  writer: BodyWriter;
  /** Bytes to discard at the start of the body. */
  skip: number;
  /** Bytes to keep. */
  length: number;
  /**
   * Ends the append early; earlier bytes are kept. The body is destroyed, unless the reason is a {@link GracefulStop}:
   * then the sender gets an answer, and further bytes are discarded.
   */
  signal: AbortSignal;
  /** Called with more and more of the first bytes until it is sure; 'other' ends the append. */
  classify?: (head: Buffer) => 'media' | 'other' | 'unknown';
  /** Called with the number of bytes of each piece, and before each wait for the next piece. */
  rateMonitor?: { received(bytes: number): void; waiting(): void };
}

/**
 * Writes a request body, also when it is cut.
 *
 * @throws the writer's error
 */
export async function appendBody(body: Readable, request: AppendRequest): Promise<AppendEnd> {
  const end = await receive(body, request);
  await request.writer.finish();
  return end;
}

async function receive(body: Readable, request: AppendRequest): Promise<AppendEnd> {
  const { writer } = request;
  let { skip, length } = request;
  const isOther = makeClassifier(request.classify);
  try {
    for await (const piece of stoppable(body, request)) {
      request.rateMonitor?.received(piece.length);
      const newBytes = piece.subarray(Math.min(skip, piece.length)).subarray(0, length);
      skip -= Math.min(skip, piece.length);
      if (newBytes.length === 0) continue;
      if (isOther(newBytes)) return 'not-media';
      length -= newBytes.length;
      await writer.add(newBytes);
      if (length === 0) return 'complete';
    }
  } catch (error) {
    if (writer.error !== undefined) throw writer.error;
    if (!isCut(body, request.signal)) throw error;
  }
  return length === 0 ? 'complete' : 'cut';
}

/** Classifies the head again only when it has doubled, so that a body of tiny pieces costs little. */
function makeClassifier(classify: AppendRequest['classify']): (piece: Buffer) => boolean {
  let isSure = classify === undefined;
  let head: Buffer[] = [];
  let length = 0;
  let classifyAt = 1;
  return (piece) => {
    if (isSure || classify === undefined) return false;
    head.push(piece);
    length += piece.length;
    if (length < classifyAt) return false;
    head = [Buffer.concat(head)];
    classifyAt = 2 * length;
    const kind = classify(head[0] ?? piece);
    isSure = kind !== 'unknown';
    if (isSure) head = [];
    return kind === 'other';
  };
}

/** Yields the body's pieces until the signal. Unlike a plain loop, it does not destroy the body when it ends early. */
async function* stoppable(
  body: Readable,
  { signal, rateMonitor }: Pick<AppendRequest, 'signal' | 'rateMonitor'>,
): AsyncGenerator<Buffer> {
  let wake: (() => void) | undefined;
  const stop = (): void => {
    if (signal.reason instanceof GracefulStop) wake?.();
    else body.destroy();
  };
  if (signal.aborted) return;
  signal.addEventListener('abort', stop, { once: true });
  const pieces = body.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      rateMonitor?.waiting();
      const next = await new Promise<IteratorResult<unknown> | undefined>((resolve, reject) => {
        wake = () => resolve(undefined);
        pieces.next().then(resolve, reject);
      });
      if (next === undefined || signal.reason instanceof GracefulStop) {
        void discardRest(pieces);
        return;
      }
      if (next.done === true) return;
      yield next.value as Buffer;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Reads the rest of a body that is already answered, because unread data would block the connection. */
async function discardRest(pieces: AsyncIterator<unknown>): Promise<void> {
  try {
    while ((await pieces.next()).done !== true);
  } catch {
    // The sender has disconnected, or the server has closed the connection after its answer.
  }
}

function isCut(body: Readable, signal: AbortSignal): boolean {
  return signal.aborted || body.destroyed || body.errored !== null;
}
