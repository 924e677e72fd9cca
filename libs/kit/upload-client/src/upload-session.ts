import { nextChunkSizeKb } from './chunk-size.ts';
import type { ByteSpan } from './content-range.ts';
import type { Endpoint } from './endpoint-source.ts';
import type { ProgressMeter } from './progress-meter.ts';
import { chunkVerdict, questionVerdict } from './reply-verdict.ts';
import type { ReplyVerdict } from './reply-verdict.ts';
import { retryAfterMs } from './retry-after.ts';
import type { SessionRequests } from './session-requests.ts';
import type { TransportReply } from './transport.ts';
import { UploadCursor } from './upload-cursor.ts';
import type { ResolvedOptions } from './upload-options.ts';

/** What the server's answer means, and how long it wants to be left alone before another attempt. */
export interface SessionAnswer {
  verdict: ReplyVerdict;
  patienceMs: number;
}

/** What the session's parts have in common with the upload around it. */
export interface SessionSurroundings {
  options: ResolvedOptions;
  requests: SessionRequests;
  meter: ProgressMeter;
  /** Bytes up to this position have been handed to the network. */
  onSent: (position: number) => void;
}

/**
 * The conversation with one upload session. Its next request follows from two facts: what the server holds, and
 * whether that is certain. When it is not, the server is asked before another byte is sent; a chunk always starts
 * at the offset the server named.
 */
export class UploadSession {
  readonly cursor: UploadCursor;
  readonly isResumed: boolean;
  #isUncertain: boolean;
  #chunkSizeKb: number;
  readonly #url: string;
  readonly #around: SessionSurroundings;

  constructor({ url, isResumed }: Endpoint, around: SessionSurroundings) {
    const { file, chunkSizeKb } = around.options;
    this.cursor = new UploadCursor(file.size, isResumed);
    this.isResumed = isResumed;
    this.#isUncertain = isResumed;
    this.#chunkSizeKb = chunkSizeKb;
    this.#url = url;
    this.#around = around;
  }

  /** The next thing to do is to ask what the server holds. */
  doubt(): void {
    this.#isUncertain = true;
  }

  /** Makes the next request. */
  async next(): Promise<SessionAnswer> {
    return this.#isUncertain ? this.#ask() : this.#sendChunk();
  }

  /**
   * Takes in what the server says it holds.
   * @returns `stuck` when a chunk was sent and the server is no further for it
   */
  settle(bytes: number): 'whole' | 'moving' | 'stuck' {
    const wasQuestion = this.#isUncertain;
    const isForward = this.cursor.moveTo(bytes);
    this.#isUncertain = false;
    if (this.cursor.isWhole) return 'whole';
    return isForward || wasQuestion ? 'moving' : 'stuck';
  }

  /** Sends without asking, because the server does not answer questions. */
  trustCursor(): void {
    this.#isUncertain = false;
  }

  async #ask(): Promise<SessionAnswer> {
    const { requests, options } = this.#around;
    const reply = await requests.askOffset(this.#url);
    return this.#answer(reply, questionVerdict(reply, this.cursor.canBeComplete, options.file.size));
  }

  async #sendChunk(): Promise<SessionAnswer> {
    const { requests, meter, options, onSent } = this.#around;
    const span = this.cursor.takeChunk(this.#chunkSizeKb * 1024);
    const startedAt = options.clock.now();
    meter.sent(startedAt, span.start);
    const reply = await requests.sendChunk(this.#url, span, (bytes) => {
      const position = Math.min(span.start + bytes, span.end);
      meter.sent(options.clock.now(), position);
      onSent(position);
    });
    const verdict = chunkVerdict(reply, span, options.file.size);
    if (verdict.kind === 'held' && verdict.bytes === span.end) {
      meter.sent(options.clock.now(), span.end);
      this.#adaptChunkSize(span, options.clock.now() - startedAt);
    }
    return this.#answer(reply, verdict);
  }

  #answer(reply: TransportReply, verdict: ReplyVerdict): SessionAnswer {
    const { clock, delayBeforeAttemptMs } = this.#around.options;
    const askedMs = retryAfterMs(reply.header('Retry-After'), clock.now());
    return { verdict, patienceMs: Math.max(delayBeforeAttemptMs, askedMs) };
  }

  /** A short piece says little about the line, so only whole chunks count. */
  #adaptChunkSize({ start, end }: ByteSpan, elapsedMs: number): void {
    const { dynamicChunkSize, bounds } = this.#around.options;
    const isWhole = end - start === this.#chunkSizeKb * 1024;
    if (dynamicChunkSize && isWhole)
      this.#chunkSizeKb = nextChunkSizeKb(this.#chunkSizeKb, elapsedMs, bounds);
  }
}
