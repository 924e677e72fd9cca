import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import { GracefulStop } from './takeover-lock.ts';

/** The result of an append; `written` bytes are synced to disk, also when the body was cut. */
export interface AppendResult {
  written: number;
  end: 'complete' | 'cut' | 'not-media';
}

/** The file, the part of the body to append, and when to stop. */
export interface AppendRequest {
  file: FileHandle;
  /** File position of the first byte to append. */
  position: number;
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

const maxBatchBytes = 1024 * 1024;
const syncEveryBytes = 8 * maxBatchBytes;

/**
 * Writes a request body into a file in batches. One batch is written while the next is received, so it needs the memory
 * of two batches for any chunk size. Data is also synced while it streams, so that the last sync, before this returns,
 * is short.
 *
 * @throws the file system's error when a write or flush fails.
 */
export async function appendBody(body: Readable, request: AppendRequest): Promise<AppendResult> {
  const writer = new BatchWriter(request.file, request.position);
  const end = await receive(body, request, writer);
  await writer.finish();
  return { written: writer.written, end };
}

async function receive(
  body: Readable,
  request: AppendRequest,
  writer: BatchWriter,
): Promise<AppendResult['end']> {
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

/** Collects buffers and writes them in batches, one after the other. */
class BatchWriter {
  written = 0;
  error: Error | undefined;
  private batch: Buffer[] = [];
  private batchBytes = 0;
  private unsynced = 0;
  private writing: Promise<void> = Promise.resolve();
  private syncing: Promise<void> = Promise.resolve();
  private isSyncing = false;
  private readonly file: FileHandle;
  private position: number;

  constructor(file: FileHandle, position: number) {
    this.file = file;
    this.position = position;
  }

  async add(piece: Buffer): Promise<void> {
    this.batch.push(piece);
    this.batchBytes += piece.length;
    if (this.batchBytes < maxBatchBytes) return;
    await this.writing;
    this.throwIfFailed();
    this.writing = this.flush();
  }

  async finish(): Promise<void> {
    await this.writing;
    await this.flush();
    await this.syncing;
    this.throwIfFailed();
    await this.file.datasync();
  }

  private async flush(): Promise<void> {
    const { batch, batchBytes, position } = this;
    if (batchBytes === 0) return;
    this.batch = [];
    this.batchBytes = 0;
    this.position += batchBytes;
    try {
      await writeAll(this.file, batch, position);
    } catch (error) {
      this.error = error as Error;
      return;
    }
    releaseMemory(batch);
    this.written += batchBytes;
    this.unsynced += batchBytes;
    this.startSync();
  }

  /** Starts to sync the data without waiting for it. */
  private startSync(): void {
    if (this.unsynced < syncEveryBytes || this.isSyncing) return;
    this.unsynced = 0;
    this.isSyncing = true;
    this.syncing = this.file
      .datasync()
      .catch((error: unknown) => {
        this.error ??= error as Error;
      })
      .finally(() => (this.isSyncing = false));
  }

  private throwIfFailed(): void {
    if (this.error !== undefined) throw this.error;
  }
}

/**
 * Frees the memory of written pieces at once. Otherwise the pieces of a fast upload take about 64 MiB before the
 * garbage collector runs. Only frees pieces that own their whole buffer, because no other code can use it.
 */
function releaseMemory(pieces: Buffer[]): void {
  for (const { buffer, byteLength } of pieces) {
    if (buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength)
      buffer.transfer(0);
  }
}

async function writeAll(file: FileHandle, buffers: Buffer[], position: number): Promise<void> {
  const totalBytes = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
  const { bytesWritten } = await file.writev(buffers, position);
  if (bytesWritten === totalBytes) return;
  const rest = Buffer.concat(buffers).subarray(bytesWritten);
  for (let offset = 0; offset < rest.length;) {
    const part = await file.write(rest, offset, rest.length - offset, position + bytesWritten + offset);
    offset += part.bytesWritten;
  }
}
