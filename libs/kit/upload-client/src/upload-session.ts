import { type ProgressMeter, UploadCursor } from './progress.ts';
import { type ByteSpan, type TransportReply, bytesHeld, contentRange } from './transport.ts';
import type { Endpoint } from './upload-stopped.ts';
import { type ResolvedOptions, nextChunkSizeKb } from './upload.ts';

const connectionLost: TransportReply = { status: 0, header: () => null };

/** Sends chunks and offset queries, one request at a time, and aborts a request that stalls. */
export class SessionRequests {
  private inFlight: AbortController | undefined;

  constructor(private readonly options: ResolvedOptions) {}

  get isBusy(): boolean {
    return this.inFlight !== undefined;
  }

  /** Aborts the request in flight, as if the connection were lost. */
  cancel(): void {
    this.inFlight?.abort();
  }

  /** Sends a slice of the file; the browser reads it from disk while it sends. */
  sendChunk(url: string, span: ByteSpan, onSent: (bytes: number) => void): Promise<TransportReply> {
    const { file } = this.options;
    const body = file.slice(span.start, span.end, file.type);
    const headers: Record<string, string> = { 'Content-Range': contentRange(file.size, span) };
    if (file.type !== '') headers['Content-Type'] = file.type;
    return this.exchange(url, headers, body, onSent);
  }

  /** Queries how many bytes of the file the server holds. */
  queryOffset(url: string): Promise<TransportReply> {
    return this.exchange(
      url,
      { 'Content-Range': contentRange(this.options.file.size) },
      null,
      () => undefined,
    );
  }

  private async exchange(
    url: string,
    headers: Record<string, string>,
    body: Blob | null,
    onSent: (bytes: number) => void,
  ): Promise<TransportReply> {
    const { transport, clock, stallTimeoutMs } = this.options;
    const controller = new AbortController();
    const { signal } = controller;
    const startStallTimer = (): (() => void) => clock.after(stallTimeoutMs, () => controller.abort());
    let cancelStallTimer = startStallTimer();
    this.inFlight = controller;
    try {
      const reply = transport({
        url,
        headers,
        body,
        signal,
        onSent: (bytes) => {
          if (signal.aborted || this.inFlight !== controller) return;
          cancelStallTimer();
          cancelStallTimer = startStallTimer();
          onSent(bytes);
        },
      });
      return await Promise.race([reply, connectionLostOnAbort(signal)]);
    } catch {
      // After any transport error it is unknown whether the bytes arrived.
      return connectionLost;
    } finally {
      cancelStallTimer();
      this.inFlight = undefined;
    }
  }
}

/** Resolves on abort, so that a transport that ignores its signal does not block the upload. */
function connectionLostOnAbort(signal: AbortSignal): Promise<TransportReply> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(connectionLost));
  });
}

/** What a reply means for the upload. */
type ReplyVerdict =
  /** The server reports how many bytes it holds from the start of the file. */
  | { kind: 'held'; bytes: number; status: number }
  /** The server and this client disagree about the offset (the server may report its own) or about the file's size. */
  | { kind: 'conflict'; bytes: number | undefined; status: number }
  /** The server reports that it has the whole file. */
  | { kind: 'complete'; status: number }
  /** A transient failure: the same bytes may be sent again. */
  | { kind: 'retry'; status: number }
  /** The server does not support offset queries; the client has to send the same bytes again. */
  | { kind: 'query-unsupported'; status: number }
  /** A permanent failure: the upload ends. */
  | { kind: 'stop'; status: number };

const success = new Set([200, 201, 202, 204]);
const transient = new Set([0, 408, 502, 503, 504]);
/** The statuses with which servers without offset queries answer an empty PUT. */
const queryRefused = new Set([400, 405, 411, 416, 501]);

/** Judges a 308. Without a range the server holds nothing; more bytes than the file has mean another file's session. */
function incompleteVerdict({ status, header }: TransportReply, total: number): ReplyVerdict {
  const bytes = bytesHeld(header('Range')) ?? 0;
  return bytes > total ? { kind: 'stop', status } : { kind: 'held', bytes, status };
}

/** Judges the reply to a chunk. A 2xx completes the upload only after the last chunk; before, it accepts the chunk. */
function chunkVerdict(reply: TransportReply, span: ByteSpan, total: number): ReplyVerdict {
  const { status } = reply;
  if (success.has(status)) {
    return span.end === total ? { kind: 'complete', status } : { kind: 'held', bytes: span.end, status };
  }
  if (transient.has(status)) return { kind: 'retry', status };
  if (status === 308) return incompleteVerdict(reply, total);
  if (status === 409) return { kind: 'conflict', bytes: bytesHeld(reply.header('Range')), status };
  return { kind: 'stop', status };
}

/**
 * Judges the reply to an offset query.
 * @param canBeComplete false when the last byte was never sent: a success then does not mean a complete file
 */
function offsetQueryVerdict(reply: TransportReply, canBeComplete: boolean, total: number): ReplyVerdict {
  const { status } = reply;
  if (success.has(status)) return { kind: canBeComplete ? 'complete' : 'query-unsupported', status };
  if (transient.has(status)) return { kind: 'retry', status };
  if (queryRefused.has(status)) return { kind: 'query-unsupported', status };
  return status === 308 ? incompleteVerdict(reply, total) : { kind: 'stop', status };
}

/** Longer waits that a server requests are cut to this, because a person is watching the upload. */
const maxWaitMs = 30_000;

/**
 * Reads a `Retry-After` header: seconds, or a date.
 * @param nowMs milliseconds since the epoch
 * @returns milliseconds to wait, 0 to 30,000; 0 when the header is absent or unreadable
 */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? 0 : Math.min(maxWaitMs, Math.max(0, waitMs));
}

/** The meaning of the server's answer, and how long to wait before another attempt. */
export interface SessionAnswer {
  verdict: ReplyVerdict;
  retryDelayMs: number;
}

/** What a session uses from its upload. */
export interface SessionContext {
  options: ResolvedOptions;
  requests: SessionRequests;
  meter: ProgressMeter;
  /** Bytes up to this position have been handed to the network. */
  onSent: (position: number) => void;
}

/**
 * The client side of one upload session. Its next request depends on two facts: how many bytes the server holds, and
 * whether that is certain. When it is not, the session queries the offset before it sends another byte; a chunk
 * always starts at the offset that the server reported.
 */
export class UploadSession {
  readonly cursor: UploadCursor;
  readonly isResumed: boolean;
  private isUncertain: boolean;
  private chunkSizeKb: number;
  private readonly url: string;
  private readonly context: SessionContext;

  constructor({ url, isResumed }: Endpoint, context: SessionContext) {
    const { file, chunkSizeKb } = context.options;
    this.cursor = new UploadCursor(file.size, isResumed);
    this.isResumed = isResumed;
    this.isUncertain = isResumed;
    this.chunkSizeKb = chunkSizeKb;
    this.url = url;
    this.context = context;
  }

  /** Makes the next request an offset query. */
  markUncertain(): void {
    this.isUncertain = true;
  }

  /** Sends the next request. */
  async next(): Promise<SessionAnswer> {
    return this.isUncertain ? this.queryOffset() : this.sendChunk();
  }

  /**
   * Moves the cursor to the number of bytes that the server reports.
   * @returns `stalled` when a chunk was sent but the server holds no more bytes than before
   */
  applyHeldBytes(bytes: number): 'complete' | 'advancing' | 'stalled' {
    const wasOffsetQuery = this.isUncertain;
    const isForward = this.cursor.moveTo(bytes);
    this.isUncertain = false;
    if (this.cursor.isComplete) return 'complete';
    return isForward || wasOffsetQuery ? 'advancing' : 'stalled';
  }

  /** Makes the next request a chunk, because the server does not support offset queries. */
  trustCursor(): void {
    this.isUncertain = false;
  }

  private async queryOffset(): Promise<SessionAnswer> {
    const { requests, options } = this.context;
    const reply = await requests.queryOffset(this.url);
    return this.answer(reply, offsetQueryVerdict(reply, this.cursor.canBeComplete, options.file.size));
  }

  private async sendChunk(): Promise<SessionAnswer> {
    const { requests, meter, options, onSent } = this.context;
    const span = this.cursor.nextChunk(this.chunkSizeKb * 1024);
    const startedAt = options.clock.now();
    meter.sent(startedAt, span.start);
    const reply = await requests.sendChunk(this.url, span, (bytes) => {
      const position = Math.min(span.start + bytes, span.end);
      meter.sent(options.clock.now(), position);
      onSent(position);
    });
    const verdict = chunkVerdict(reply, span, options.file.size);
    if (verdict.kind === 'held' && verdict.bytes === span.end) {
      meter.sent(options.clock.now(), span.end);
      this.adaptChunkSize(span, options.clock.now() - startedAt);
    }
    return this.answer(reply, verdict);
  }

  private answer(reply: TransportReply, verdict: ReplyVerdict): SessionAnswer {
    const { clock, delayBeforeAttemptMs } = this.context.options;
    const retryAfterDelayMs = retryAfterMs(reply.header('Retry-After'), clock.now());
    return { verdict, retryDelayMs: Math.max(delayBeforeAttemptMs, retryAfterDelayMs) };
  }

  /** A short last chunk is a poor measure of the speed, so only full chunks count. */
  private adaptChunkSize({ start, end }: ByteSpan, elapsedMs: number): void {
    const { dynamicChunkSize, bounds } = this.context.options;
    const isFullChunk = end - start === this.chunkSizeKb * 1024;
    if (dynamicChunkSize && isFullChunk)
      this.chunkSizeKb = nextChunkSizeKb(this.chunkSizeKb, elapsedMs, bounds);
  }
}
